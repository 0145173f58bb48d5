import { expect, it } from 'vitest';
import { parseReport } from './parse-report.ts';

const line = (id: string, got: string): string => `{"type":"check","id":"${id}","expected":1,"got":${got}}`;

it('drops half a last line and says so', () => {
  const report = parseReport(`${line('a', '1')}\n{"type":"che`, 'f');
  expect(report.lines).toHaveLength(1);
  expect(report.dropped).toBe('{"type":"che');
});

it('keeps a last line that lacks only its end', () => {
  expect(parseReport(`${line('a', '1')}\n${line('b', '2')}`, 'f')).toMatchObject({ lines: [{}, {}], dropped: null });
});

it('refuses a line that is no report, also the last when it has its end', () => {
  expect(() => parseReport(`{"type":"che\n${line('b', '2')}\n`, 'f')).toThrow(/^f:1\n/);
  expect(() => parseReport(`${line('a', '1')}\n{"type":"che\n`, 'f')).toThrow(/^f:2\n/);
});

it('takes the name of a number that JSON lacks, and no bare one', () => {
  expect(parseReport(`${line('a', '"NaN"')}\n`, 'f').lines).toMatchObject([{ got: 'NaN' }]);
  expect(() => parseReport(`${line('a', 'nan')}\n`, 'f')).toThrow(/does not understand/);
});
