import { describe, expect, test } from 'vitest';
import { fakeEffects } from '../lib/bootstrap/fake-effects.mjs';
import { Halt } from '../lib/bootstrap/halt.mjs';
import { countStep, lastLine } from './count.mjs';
import { runSteps } from './run-steps.mjs';

const unit = { report: 'vitest' } as const;
const e2e = { report: 'playwright' } as const;

describe('counting', () => {
  test.each([
    ['a check that passed', {}, 0, null, { passed: 1, failed: 0 }],
    ['a check that failed', {}, 2, null, { passed: 0, failed: 1 }],
    ['tests', unit, 0, { numPassedTests: 3, numFailedTests: 0 }, { passed: 3, failed: 0 }],
    ['failed tests', unit, 1, { numPassedTests: 3, numFailedTests: 2 }, { passed: 3, failed: 2 }],
    ['no tests', unit, 0, { numPassedTests: 0, numFailedTests: 0 }, { passed: 0, failed: 1 }],
    ['a crash behind passing tests', unit, 1, { numPassedTests: 3, numFailedTests: 0 }, { passed: 3, failed: 1 }],
    [
      'a file that broke before its first test',
      unit,
      1,
      { numPassedTests: 3, numFailedTests: 0, testResults: [{ status: 'failed', assertionResults: [] }] },
      { passed: 3, failed: 1 },
    ],
    ['no report', unit, 0, null, { passed: 0, failed: 1 }],
    ['browser tests', e2e, 0, { stats: { expected: 4, unexpected: 0, flaky: 0 } }, { passed: 4, failed: 0 }],
    ['a flaky browser test', e2e, 0, { stats: { expected: 4, unexpected: 0, flaky: 1 } }, { passed: 4, failed: 1 }],
    ['no browser tests', e2e, 0, { stats: { expected: 0, unexpected: 0, flaky: 0 } }, { passed: 0, failed: 1 }],
    ['a server that did not start', e2e, 1, { stats: { expected: 0 }, errors: [{}] }, { passed: 0, failed: 1 }],
  ])('%s', (_, step, code, report, expected) => {
    expect(countStep(step, code, report === null ? null : JSON.stringify(report))).toEqual(expected);
  });

  test('the last line', () => {
    expect(lastLine({ passed: 12, failed: 0 })).toBe('12 passed, 0 failed');
  });
});

describe('running the steps', () => {
  const context = {
    node: 'node',
    reports: '/tmp/r',
    browser: () => Promise.resolve('/usr/bin/chromium'),
    now: () => 0,
  };

  test('all of them run though one fails; within a step the first failure ends it', async () => {
    const { effects, ran } = fakeEffects({ run: (_, [name]) => (name === 'two' ? 1 : 0) });
    const steps = [
      { name: 'A', commands: [['one'], ['two'], ['never']] },
      { name: 'B', commands: [['three']] },
    ];
    expect(await runSteps(steps, { ...context, effects })).toEqual({ passed: 1, failed: 1 });
    expect(ran).toEqual(['node one', 'node two', 'node three']);
  });

  test('a step whose browser cannot be had fails, says why, and the rest goes on', async () => {
    const { effects, logged } = fakeEffects();
    const browser = () => Promise.reject(new Halt({ place: 'here', cause: 'no browser', remedy: 'install one' }));
    const steps = [
      { name: 'E', commands: [['e2e']], browser: true, report: 'playwright' as const },
      { name: 'B', commands: [['three']] },
    ];
    expect(await runSteps(steps, { ...context, effects, browser })).toEqual({ passed: 1, failed: 1 });
    expect(logged).toContain('here\n  problem   no browser\n  to do     install one');
  });
});
