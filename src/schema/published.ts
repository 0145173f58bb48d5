import { z } from 'zod';
import { course } from './course.ts';
import { evidence, EVIDENCE_FORMAT } from './evidence.ts';
import evidence1 from './frozen/evidence-1.json' with { type: 'json' };
import { dayPage } from './page.ts';
import { plan } from './plan.ts';
import { reportLine } from './report.ts';
import { signoffs } from './signoff.ts';

const schemas = {
  [`evidence-${EVIDENCE_FORMAT}` as const]: {
    schema: evidence,
    title: `Lockstep evidence, format ${String(EVIDENCE_FORMAT)}`,
  },
  'plan-1': { schema: plan, title: 'Lockstep plan, format 1' },
  'report-1': { schema: reportLine, title: 'One line of what a program reports while it runs' },
  'signoffs-1': { schema: signoffs, title: 'Lockstep sign-offs, format 1' },
  course: { schema: course, title: 'Lockstep course configuration' },
  day: { schema: dayPage, title: 'Frontmatter of a day' },
} as const;

/** Schemas of formats that `lockstep migrate` reads, as they were when the format moved on. They never change again. */
const frozen: Readonly<Record<string, Record<string, unknown>>> = { 'evidence-1': evidence1 };

export const schemaNames: readonly string[] = [...Object.keys(frozen), ...Object.keys(schemas)];

/** JSON Schema (draft 2020-12) of what a file of this kind holds, as an author writes it. */
export function jsonSchema(name: string): Record<string, unknown> {
  const old = frozen[name];
  if (old !== undefined) return old;
  const { schema, title } = schemas[name as keyof typeof schemas];
  return { ...z.toJSONSchema(schema, { io: 'input' }), title };
}
