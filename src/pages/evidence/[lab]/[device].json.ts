/** Every evidence file, byte for byte as it lies in the repository. */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';

interface Path {
  params: { lab: string; device: string };
  props: { text: string };
}

export async function getStaticPaths(): Promise<Path[]> {
  return (await getCollection('labs')).flatMap(({ data: { name, devices } }) =>
    Object.entries(devices).flatMap(([device, stored]) =>
      stored.status === 'unusable' ? [] : [{ params: { lab: name, device }, props: { text: stored.text } }],
    ),
  );
}

export const GET: APIRoute<Path['props']> = ({ props }) =>
  new Response(props.text, { headers: { 'content-type': 'application/json' } });
