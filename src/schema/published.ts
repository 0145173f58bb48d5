import { z } from 'zod';
import { course } from './course.ts';
import { evidence } from './evidence.ts';
import { dayPage } from './page.ts';
import { plan } from './plan.ts';
import { reportLine } from './report.ts';
import { signoffs } from './signoff.ts';

const schemas = {
  'evidence-1': { schema: evidence, title: 'Lockstep evidence, format 1' },
  'plan-1': { schema: plan, title: 'Lockstep plan, format 1' },
  'report-1': { schema: reportLine, title: 'One line of what a program reports while it runs' },
  'signoffs-1': { schema: signoffs, title: 'Lockstep sign-offs, format 1' },
  course: { schema: course, title: 'Lockstep course configuration' },
  day: { schema: dayPage, title: 'Frontmatter of a day' },
} as const;

export type SchemaName = keyof typeof schemas;
export const schemaNames = Object.keys(schemas) as SchemaName[];

/** JSON Schema (draft 2020-12) of what a file of this kind holds, as an author writes it. */
export function jsonSchema(name: SchemaName): Record<string, unknown> {
  const { schema, title } = schemas[name];
  return { ...z.toJSONSchema(schema, { io: 'input' }), title };
}
