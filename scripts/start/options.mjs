import { parseArgs } from 'node:util';
import { Halt } from '../lib/bootstrap/halt.mjs';

export const USAGE = `npm start -- [--port NUMBER] [--host [ADDRESS]]

  --port  the port to serve on (4321, or the next free one)
  --host  the address to listen on (only this machine; alone: every address of it)`;

/** @param {string} cause */
const wrong = (cause) => new Halt({ place: 'npm start', cause, remedy: USAGE });

/** `--host` alone means every address. @param {string[]} args */
const withHostValue = (args) =>
  args.flatMap((arg, index) => {
    const next = args[index + 1];
    return arg === '--host' && (next === undefined || next.startsWith('-')) ? ['--host', '0.0.0.0'] : [arg];
  });

/**
 * What the reader asked `npm start` for.
 * @param {string[]} args
 * @returns {{ port: number | undefined, host: string, help: boolean }} no port: any free one will do
 */
export function parseOptions(args) {
  let values;
  try {
    values = parseArgs({
      args: withHostValue(args),
      options: {
        port: { type: 'string' },
        host: { type: 'string', default: 'localhost' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  const port = values.port === undefined ? undefined : Number(values.port);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
    throw wrong(`--port takes a number from 1 to 65535, not ${values.port}`);
  }
  return { port, host: values.host, help: values.help === true };
}
