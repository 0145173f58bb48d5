import { expect, it } from 'vitest';
import { childEnvironment, leftOut } from './environment.ts';

it.each([
  'NVCC_APPEND_FLAGS',
  'NVCC_PREPEND_FLAGS',
  'NVCC_CCBIN',
  'CPATH',
  'C_INCLUDE_PATH',
  'CPLUS_INCLUDE_PATH',
  'CUDA_LAUNCH_BLOCKING',
  'CUDA_FORCE_PTX_JIT',
  'CUDA_DISABLE_PTX_JIT',
  'CUDA_MODULE_LOADING',
  'LD_PRELOAD',
])('%s reaches no program', (name) => {
  expect(leftOut({ [name]: '1', PATH: '/bin' })).toEqual([name]);
  expect(childEnvironment({ [name]: '1', PATH: '/bin' })).toEqual({
    PATH: '/bin',
    CUDA_DEVICE_ORDER: 'PCI_BUS_ID',
    LC_ALL: 'C',
  });
});

it('leaves to the operator which device is meant, and where libraries lie', () => {
  const chosen = {
    CUDA_VISIBLE_DEVICES: '2',
    CUDA_DEVICE_ORDER: 'FASTEST_FIRST',
    LD_LIBRARY_PATH: '/usr/lib64-nvidia',
  };
  expect(leftOut(chosen)).toEqual([]);
  expect(childEnvironment(chosen)).toMatchObject(chosen);
});
