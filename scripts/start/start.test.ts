import { describe, expect, test } from 'vitest';
import { choosePort } from './choose-port.mjs';
import { parseOptions } from './options.mjs';

describe('options of npm start', () => {
  test.each([
    [[], { port: undefined, host: 'localhost', help: false }],
    [['--port', '5000'], { port: 5000, host: 'localhost', help: false }],
    [['--port=5000', '--host', '127.0.0.1'], { port: 5000, host: '127.0.0.1', help: false }],
    [['--host'], { port: undefined, host: '0.0.0.0', help: false }],
    [['--host', '--port', '80'], { port: 80, host: '0.0.0.0', help: false }],
  ])('%j', (args, expected) => {
    expect(parseOptions(args)).toEqual(expected);
  });

  test.each([
    [['--port', 'http'], '--port takes a number from 1 to 65535, not http'],
    [['--port', '70000'], '--port takes a number from 1 to 65535, not 70000'],
    [['--prot', '5000'], "Unknown option '--prot'"],
  ])('%j is refused, with the usage', (args, cause) => {
    expect(() => parseOptions(args)).toThrow(cause);
    expect(() => parseOptions(args)).toThrow('to do     npm start -- [--port NUMBER] [--host [ADDRESS]]');
  });
});

describe('the port', () => {
  const free =
    (...ports: number[]) =>
    (port: number) =>
      Promise.resolve(ports.includes(port));

  test('is the first free one when none was asked for', async () => {
    expect(await choosePort({ port: undefined, host: 'localhost' }, free(4323, 4324))).toBe(4323);
  });

  test('is the one asked for, or nothing is started', async () => {
    expect(await choosePort({ port: 5000, host: 'localhost' }, free(5000))).toBe(5000);
    await expect(choosePort({ port: 5000, host: 'localhost' }, free(5001))).rejects.toThrow(
      'port 5000 of localhost\n' +
        '  problem   another program is listening there, or this user may not listen there\n' +
        '  to do     stop that program, or choose another port: npm start -- --port 5001',
    );
  });

  test('none free', async () => {
    await expect(choosePort({ port: undefined, host: 'localhost' }, free())).rejects.toThrow('none of them is free');
  });
});
