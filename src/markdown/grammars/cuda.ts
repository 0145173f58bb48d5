import type { LanguageRegistration } from 'shiki';

/** CUDA C++: C++ with what the dialect adds, wherever it may stand. */
export const cuda: LanguageRegistration = {
  name: 'cuda',
  displayName: 'CUDA C++',
  aliases: ['cu', 'cuh'],
  scopeName: 'source.cuda',
  embeddedLangs: ['cpp'],
  patterns: [{ include: 'source.cpp' }],
  repository: {},
  injections: {
    'L:source.cuda -comment -string': {
      patterns: [
        {
          name: 'storage.modifier.cuda',
          match:
            '\\b__(?:global|device|host|shared|constant|managed|restrict|launch_bounds|forceinline|noinline|grid_constant|cluster_dims|maxnreg)__\\b',
        },
        { name: 'variable.language.cuda', match: '\\b(?:threadIdx|blockIdx|blockDim|gridDim|warpSize)\\b' },
        {
          // With the space before it, where the rule of C++ for a call begins.
          match: '\\s*(\\b__[a-z][a-z0-9_]*)(?=\\s*\\()',
          captures: { 1: { name: 'support.function.cuda' } },
        },
        {
          name: 'storage.type.cuda',
          match:
            '\\b(?:dim3|(?:u?(?:char|short|int|long|longlong)|float|double)[1-4]|cudaError_t|cudaStream_t|cudaEvent_t)\\b',
        },
        { name: 'keyword.operator.launch.cuda', match: '<<<|>>>' },
      ],
    },
  },
};
