import { describe, expect, it } from 'vitest';
import { parseMakeDependencies } from './make-dependencies.ts';
import { readFixture } from './read-fixture.ts';

describe('parseMakeDependencies', () => {
  it('reads what nvcc writes, spaces and all', () => {
    const files = parseMakeDependencies(readFixture('dependencies.txt'));
    expect(files.filter((file) => !file.startsWith('/'))).toEqual([
      'includes.cu',
      'a folder/a header.cuh',
      'helper.cuh',
    ]);
    expect(files).toHaveLength(56);
  });

  it('reads several rules, rules without files, targets with spaces, and other line ends', () => {
    const text = 'x y.o : a.cu \\\r\n    b.cuh\r\nc.o: a.cu da$h\\#.cuh c:d.cuh\n\nb.cuh:\n';
    expect(parseMakeDependencies(text)).toEqual(['a.cu', 'b.cuh', 'da$h#.cuh', 'c:d.cuh']);
  });

  it('refuses what is no rule', () => {
    expect(() => parseMakeDependencies('compilation terminated.\n')).toThrow(/output of nvcc -MM:1\n/);
  });
});
