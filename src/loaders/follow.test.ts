import { expect, test } from 'vitest';
import { follow } from './follow.ts';

type Hear = (data: unknown, client: { send: (told: unknown) => void }) => void;
type Answer = (
  request: unknown,
  response: { setHeader: (name: string, value: string) => void },
  next: () => void,
) => void;

/** A dev server of which nothing is there but what pages hear, ask for and say. */
function served() {
  const told: unknown[] = [];
  const heard = new Map<string, Hear>();
  const answers: Answer[] = [];
  const hot = {
    send: (...what: unknown[]) => void told.push(what),
    on: (event: string, hear: Hear) => void heard.set(event, hear),
  };
  const server = {
    environments: { client: { hot } },
    middlewares: { use: (answer: Answer) => void answers.push(answer) },
  };
  const setup = follow().hooks['astro:server:setup'];
  void setup?.({ server } as never);
  const ask = (): string => {
    let timing = '';
    for (const answer of answers) answer({}, { setHeader: (_name, value) => (timing = value) }, () => undefined);
    return /desc="(.*)"/.exec(timing)?.[1] ?? 'none';
  };
  const listen = (state: string): unknown[] => {
    const own: unknown[] = [];
    heard.get('lockstep:shown')?.({ state }, { send: (what) => own.push(what) });
    return own;
  };
  return { hot, told, ask, listen };
}

const RELOAD = { type: 'full-reload', path: '*' };

test('a page that was asked for before a change, and listens after it, is loaded again', () => {
  const { hot, ask, listen } = served();
  const state = ask();
  hot.send(RELOAD);
  expect(listen(state)).toEqual([RELOAD]);
  expect(listen(ask()), 'the page that is then asked for is of the present').toEqual([]);
});

test('what else the server tells passes, and loads no page again', () => {
  const { hot, told, ask, listen } = served();
  const state = ask();
  hot.send({ type: 'update', updates: [] });
  hot.send('some-event', { some: 'data' });
  expect(listen(state)).toEqual([]);
  expect(told).toEqual([[{ type: 'update', updates: [] }], ['some-event', { some: 'data' }]]);
});
