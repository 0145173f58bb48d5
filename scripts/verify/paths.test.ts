import { expect, it } from 'vitest';
import { pathInRepository, statedPath, withoutMachine } from './paths.ts';

it('states files of the repository relative to it, and files of a toolkit by name', () => {
  expect(statedPath('/home/someone/course/code/a/b.cu', '/home/someone/course')).toBe('code/a/b.cu');
  expect(statedPath('code/a/../common/c.cuh', '/r')).toBe('code/common/c.cuh');
  expect(statedPath('/r/code/a/../common/c.cuh', '/r')).toBe('code/common/c.cuh');
  expect(statedPath('./code/a/b.cu', '/r')).toBe('code/a/b.cu');
  expect(statedPath('/opt/cuda/targets/x86_64-linux/include/sm_30_intrinsics.hpp', '/r')).toBe(
    '<toolkit>/sm_30_intrinsics.hpp',
  );
});

it('knows what lies outside the repository, however it is spelled', () => {
  expect(pathInRepository('code/../../secret.cuh', '/r')).toBeNull();
  expect(pathInRepository('/r2/code/a.cu', '/r')).toBeNull();
  expect(pathInRepository('code/..h', '/r')).toBe('code/..h');
});

const at = { root: '/home/someone/course', home: '/home/someone' };

it.each([
  ['/home/someone/course/code/a.cu(3): error in /home/someone/course', 'code/a.cu(3): error in .'],
  ['from "/usr/local/cuda-13.0/bin/../targets/x86_64-linux/include/crt/x.h"(3)', 'from "<toolkit>/x.h"(3)'],
  ['/home/someone/miniforge/targets/x86_64-linux/include/x.h: 3', '<toolkit>/x.h: 3'],
  ['cannot open /home/someone/notes/x.h', 'cannot open ~/notes/x.h'],
  ['HOME=/home/someone', 'HOME=~'],
  ['/home/another/x and /Users/she/x', '~/x and ~/x'],
  ['a/home/someone stays, as https://x.org/home/y does', 'a/home/someone stays, as https://x.org/home/y does'],
])('takes the folders of the machine out of printed text: %s', (printed, kept) => {
  expect(withoutMachine(printed, at)).toBe(kept);
});

it('takes a home out that is no /home', () => {
  expect(withoutMachine('/root/.nv and /rooted', { root: '/r', home: '/root' })).toBe('~/.nv and /rooted');
  expect(withoutMachine('/a', { root: '/r', home: '/' })).toBe('/a');
});
