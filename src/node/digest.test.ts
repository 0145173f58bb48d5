import { expect, test } from 'vitest';
import { evidenceDigest, sha256OfBytes } from './digest.ts';

test('the digest of a text is that of its UTF-8 bytes', () => {
  expect(sha256OfBytes('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha256OfBytes('µ')).toBe(sha256OfBytes(new Uint8Array([0xc2, 0xb5])));
});

test('neither the order of keys nor the digest itself changes the digest of evidence', () => {
  const digest = evidenceDigest({ b: [1, 2], a: { d: 0.1, c: 'x' } });
  expect(evidenceDigest({ digest: 'whatever', a: { c: 'x', d: 0.1 }, b: [1, 2] })).toBe(digest);
  expect(digest).toBe(sha256OfBytes('{"a":{"c":"x","d":0.1},"b":[1,2]}'));
});

test('any value changes it', () => {
  expect(evidenceDigest({ a: 1 })).not.toBe(evidenceDigest({ a: 2 }));
});
