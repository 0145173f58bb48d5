/** The schemas of the files a course is made of, for editors and for other tools. */
import type { APIRoute } from 'astro';
import { jsonSchema, schemaNames, type SchemaName } from '../../schema/published.ts';

export const getStaticPaths = (): { params: { name: SchemaName } }[] =>
  schemaNames.map((name) => ({ params: { name } }));

export const GET: APIRoute = ({ params }) =>
  new Response(`${JSON.stringify(jsonSchema(params['name'] as SchemaName), null, 2)}\n`, {
    headers: { 'content-type': 'application/schema+json' },
  });
