import { Halt } from '../lib/bootstrap/halt.mjs';

const FIRST = 4321;
const TRIES = 50;

/**
 * The port to serve on: the one asked for, which must be free, or the first free one from 4321 on.
 * @param {{ port: number | undefined, host: string }} options
 * @param {(port: number, host: string) => Promise<boolean>} isFree
 */
export async function choosePort({ port, host }, isFree) {
  if (port !== undefined) {
    if (await isFree(port, host)) return port;
    throw new Halt({
      place: `port ${port} of ${host}`,
      cause: 'another program is listening there, or this user may not listen there',
      remedy: `stop that program, or choose another port: npm start -- --port ${port + 1}`,
    });
  }
  for (let candidate = FIRST; candidate < FIRST + TRIES; candidate += 1) {
    if (await isFree(candidate, host)) return candidate;
  }
  throw new Halt({
    place: `ports ${FIRST} to ${FIRST + TRIES - 1} of ${host}`,
    cause: 'none of them is free',
    remedy: 'choose one: npm start -- --port 5000',
  });
}
