import { expect, test } from 'vitest';
import { isDistinctive, kernelsOf } from './learn-names.ts';

test.each(['day99-things', 'warp_sum', 'addThings', 'z900', 'addThings2'])('%s is distinctive', (name) => {
  expect(isDistinctive(name)).toBe(true);
});

test.each(['common', 'sum', 'Warp', 'NVIDIA', 'reduction'])('%s is an ordinary word', (name) => {
  expect(isDistinctive(name)).toBe(false);
});

test.each([
  ['__global__ void first(int n) { helper(n); }', ['first']],
  ['__global__ void\nsecond(float *out)\n{\n}', ['second']],
  ['__launch_bounds__(128) __global__ void third() {}', ['third']],
  ['__global__ void __launch_bounds__(256, 2) fourth() {}', ['fourth']],
  ['template <typename T> __global__ void fifth(T *out) {}', ['fifth']],
  ['// __global__ void gone() {}\n/* __global__ void gone() {} */', []],
  ['__device__ float helper(float x);', []],
])('kernels of %j', (source, names) => {
  expect(kernelsOf(source)).toEqual(names);
});
