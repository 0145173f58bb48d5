import { expect, it } from 'vitest';
import { statedPath, withoutRoot } from './paths.ts';

it('states files of the repository relative to it, and files of a toolkit by name', () => {
  expect(statedPath('/home/someone/course/code/a/b.cu', '/home/someone/course')).toBe('code/a/b.cu');
  expect(statedPath('code/a/../common/c.cuh', '/r')).toBe('code/common/c.cuh');
  expect(statedPath('/r/code/a/../common/c.cuh', '/r')).toBe('code/common/c.cuh');
  expect(statedPath('./code/a/b.cu', '/r')).toBe('code/a/b.cu');
  expect(statedPath('/opt/cuda/targets/x86_64-linux/include/sm_30_intrinsics.hpp', '/r')).toBe(
    '<toolkit>/sm_30_intrinsics.hpp',
  );
});

it('takes the path of the repository out of printed text', () => {
  expect(withoutRoot('/r/x/code/a.cu(3): error in /r/x', '/r/x')).toBe('code/a.cu(3): error in .');
});
