import { problemsOf, describeProblems } from '../../src/evidence/problem.ts';
import type { Effects } from './effects.ts';
import { signatureFile, signatureOf } from './sign.ts';

/** What became of the signature; null when none was asked for. */
export type Signed = { status: 'signed'; file: string } | { status: 'failed'; problem: string } | null;

/** The signature of the bytes, or why there is none: what was verified is worth keeping without it. */
async function made(bytes: Uint8Array | string, key: string, effects: Effects): Promise<{ text: string } | Signed> {
  try {
    return { text: await signatureOf(bytes, key, effects) };
  } catch (error) {
    const problems = problemsOf(error);
    if (problems === null) throw error;
    return { status: 'failed', problem: describeProblems(problems) };
  }
}

/**
 * Replaces evidence, and its signature when there is a key. A signature is of the exact bytes of the file, so at no
 * instant may a file lie beside the signature of another: the old signature goes first, the new one comes last, and in
 * between there is none. Killed there, the evidence is whole and unsigned.
 */
export async function writeEvidence(file: string, text: string, key: string | null, effects: Effects): Promise<Signed> {
  const signature = key === null ? null : await made(text, key, effects);
  await effects.removeFile(signatureFile(file));
  await effects.replaceFile(file, text);
  if (signature === null || !('text' in signature)) return signature;
  await effects.replaceFile(signatureFile(file), signature.text);
  return { status: 'signed', file: signatureFile(file) };
}

/** Signs evidence that stays as it is. */
export async function signPresent(
  file: string,
  bytes: Uint8Array,
  key: string | null,
  effects: Effects,
): Promise<Signed> {
  if (key === null) return null;
  const signature = await made(bytes, key, effects);
  if (signature === null || !('text' in signature)) return signature;
  await effects.replaceFile(signatureFile(file), signature.text);
  return { status: 'signed', file: signatureFile(file) };
}
