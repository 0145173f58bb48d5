/** The schemas of the files a course is made of, for editors and for other tools. */
import type { APIRoute } from 'astro';
import { jsonSchema, schemaNames } from '../../schema/published.ts';
import { base } from '../_context.ts';

export const getStaticPaths = (): { params: { name: string } }[] => schemaNames.map((name) => ({ params: { name } }));

/** A schema is known by its address, where the site has one. */
const identity = (name: string, site: URL | undefined): { $id?: string } =>
  site === undefined ? {} : { $id: new URL(`${base}schema/${name}.json`, site).href };

export const GET: APIRoute = ({ params, site }) => {
  const name = params['name'] ?? '';
  const { $schema, ...schema } = jsonSchema(name);
  return new Response(`${JSON.stringify({ $schema, ...identity(name, site), ...schema }, null, 2)}\n`, {
    headers: { 'content-type': 'application/schema+json' },
  });
};
