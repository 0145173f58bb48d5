import { expect, test } from 'vitest';
import { plainText } from '../../evidence/figure.ts';
import { chain, chainInWords, describeListing } from './listing-words.ts';

const place = {
  file: 'code/lab/a.cu',
  line: 24,
  inlinedAt: [
    { file: 'code/lab/a.cu', line: 42 },
    { file: 'code/lab/a.cu', line: 54 },
  ],
};

test('an inlined line is read from the outside in', () => {
  expect(chain(place)).toBe('54›42›24');
  expect(chainInWords(place)).toBe('code/lab/a.cu:24, inlined at code/lab/a.cu:42, inlined at code/lab/a.cu:54');
});

test('a line of another file is only hinted at', () => {
  expect(chain({ ...place, file: 'toolkit/intrinsics.hpp', line: 440 })).toBe('54›42+');
});

test('a listing says its length, its resources and who read it', () => {
  const listed = {
    status: 'listed',
    target: 'sm_90',
    at: '/sass/listings/0',
    symbol: '_Z1kv',
    demangled: null,
    highlights: [{ opcode: 'SHFL.DOWN', count: 5 }],
    padding: 0,
    resources: {
      symbol: '_Z1kv',
      demangled: null,
      registers: 12,
      sharedBytes: 0,
      stackBytes: 0,
      spillStoreBytes: 0,
      spillLoadBytes: 0,
      barriers: 0,
      at: '/builds/0/result/kernels/0',
    },
  } as const;
  const words = describeListing(
    {
      ...listed,
      instructions: [],
      highlights: [...listed.highlights],
      crossCheck: { verdict: 'agree', tools: ['one', 'other'], compared: 38 },
    },
    { lab: 'a-lab', deviceSlug: 'a-gpu' },
  );
  expect(plainText(words)).toBe(
    '0 instructions, 5 of them SHFL.DOWN. 12 registers, 0\u202fB shared, no spills. one and other agree on every instruction.',
  );
});
