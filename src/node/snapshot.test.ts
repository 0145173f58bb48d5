import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLE_DEVICE, SAMPLE_FILE, SAMPLE_LAB, SAMPLE_SOURCE } from '../evidence/fixtures/sample-evidence.ts';
import { openFiles } from './files.ts';
import { writeRepository } from './fixtures/sample-repository.ts';
import { readLab } from './labs.ts';
import { readSnapshot } from './snapshot.ts';

const changed = SAMPLE_SOURCE.replace('0.5f', '0.25f');

test('what was read once stays as it was read, however often it is asked for', async () => {
  const root = await writeRepository();
  const files = openFiles(root);
  const before = await files.read(SAMPLE_FILE);
  await writeFile(join(root, SAMPLE_FILE), changed);
  expect((await files.read(SAMPLE_FILE))?.toString()).toBe(before?.toString());
  expect(await files.read('code/none.cu')).toBeNull();
});

test('a kernel that is quoted is the kernel that was digested', async () => {
  const root = await writeRepository();
  const files = openFiles(root);
  await files.read(SAMPLE_FILE);
  await writeFile(join(root, SAMPLE_FILE), changed);
  const { devices, sources } = await readLab(files, SAMPLE_LAB);
  const device = devices[SAMPLE_DEVICE];
  expect([sources[SAMPLE_FILE], device?.status === 'read' && device.freshness.state]).toEqual([SAMPLE_SOURCE, 'fresh']);
});

test('the next snapshot sees the change', async () => {
  const root = await writeRepository({ [SAMPLE_FILE]: changed });
  const [lab] = (await readSnapshot(root)).labs;
  const device = lab?.devices[SAMPLE_DEVICE];
  expect([lab?.sources[SAMPLE_FILE], device?.status === 'read' && device.freshness.state]).toEqual([changed, 'stale']);
});
