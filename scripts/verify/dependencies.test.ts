import { describe, expect, it } from 'vitest';
import { readDependencies, sortDependencies } from './dependencies.ts';
import type { Effects } from './effects.ts';
import type { Lab } from './lab.ts';

const lab = { planFile: 'code/a/plan.json' } as Lab;
const toolkit = '/opt/some where/bin/../include/cuda_runtime.h';

function listing(text: string | null): Effects {
  const bytes = text === null ? null : new TextEncoder().encode(text);
  return { root: '/r', readFile: () => Promise.resolve(bytes) } as unknown as Effects;
}
const read = (text: string | null, required = true): Promise<string[]> =>
  readDependencies(lab, { path: 'build/a.d', of: 'a/sm_90' }, required, listing(text));

describe('files that a compilation read', () => {
  it('are of the repository, the toolkit, the system and the compiler', () => {
    const files = [
      'code/a/a.cu',
      './code/common/../common/h.cuh',
      '/r/code/a/absolute.cuh',
      toolkit,
      '/opt/some where/include/crt/host_defines.h',
      '/usr/include/stdio.h',
      '/opt/gcc/lib/gcc/x86_64-linux-gnu/13/include/stddef.h',
      '/opt/gcc/include/c++/13/cstdio',
    ];
    expect(sortDependencies(files, '/r')).toEqual({
      own: ['code/a/a.cu', 'code/common/h.cuh', 'code/a/absolute.cuh'],
      foreign: [],
    });
  });

  it('are of the toolkit by whichever name its folder is reached', () => {
    const files = [
      '/opt/cuda/bin/../targets/x86_64-linux/include/cuda_runtime.h',
      '/opt/cuda/include/cccl/cuda/std/type_traits',
      '/opt/cuda-13.0/targets/x86_64-linux/include/cccl/cuda/atomic',
    ];
    expect(sortDependencies(files, '/r').foreign).toEqual([]);
    expect(sortDependencies([...files, '/opt/cuda/mine.h'], '/r').foreign).toEqual(['/opt/cuda/mine.h']);
  });

  it.each(['/usr/local/include/mine.h', '/home/someone/mine.h', '../mine.h', '/r2/code/mine.h'])(
    'are foreign from elsewhere: %s',
    (file) => {
      expect(sortDependencies(['code/a/a.cu', toolkit, file], '/r').foreign).toHaveLength(1);
    },
  );
});

it('names a file from outside and stops', async () => {
  await expect(read('x : code/a/a.cu ../mine.h\n')).rejects.toMatchObject({
    exit: 4,
    found: '/mine.h',
    cause: expect.stringContaining('into a/sm_90') as string,
  });
});

it('stops for a build that went well and lists nothing, and not for one that failed', async () => {
  await expect(read(null)).rejects.toThrow('did not say which files it read for a/sm_90');
  await expect(read('')).rejects.toThrow('did not say which files');
  expect(await read(null, false)).toEqual([]);
});
