/** Every evidence file, byte for byte as it lies in the repository. */
import type { APIRoute } from 'astro';
import { presented } from '../../../loaders/presented.ts';

interface Params {
  lab: string;
  device: string;
}

export const getStaticPaths = (): { params: Params }[] =>
  presented().labs.flatMap(({ name, devices }) =>
    Object.entries(devices).flatMap(([device, stored]) =>
      stored.status === 'unusable' ? [] : [{ params: { lab: name, device } }],
    ),
  );

// Looked up when it is asked for: what Astro keeps of the paths may be older.
export const GET: APIRoute<Record<string, unknown>, Params & Record<string, string>> = ({ params }) => {
  const stored = presented().labs.find(({ name }) => name === params.lab)?.devices[params.device];
  return stored?.status === 'read'
    ? new Response(stored.text, { headers: { 'content-type': 'application/json' } })
    : new Response(null, { status: 404 });
};
