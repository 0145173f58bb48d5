/** What an author may write on each component in MDX. */
import { z } from 'zod';
import { expectedName } from './nearest.ts';
import { Problem, type Place } from './problem.ts';

const name = z.string().min(1);
const where = { lab: name.optional(), device: name.optional() };

export const measuredRequest = z.strictObject({
  id: name,
  unit: name,
  stat: z.enum(['min', 'q1', 'median', 'q3', 'max']).default('median'),
  ...where,
});
export const comparedRequest = z.strictObject({ id: name, ...where });
export const checkedRequest = z.strictObject({
  id: name,
  part: z.enum(['got', 'expected', 'verdict']).default('got'),
  ...where,
});
export const checksRequest = z.strictObject({ ids: z.array(name).min(1), caption: name, ...where });
export const outcomesRequest = z.strictObject({
  rows: z.array(z.strictObject({ text: name, run: name, sanitizers: z.array(name).default([]) })).min(1),
  caption: name,
  ...where,
});
export const citeRequest = z.strictObject({ source: name });
export const lanesRequest = z.strictObject({
  vector: name,
  caption: name,
  legend: z
    .array(z.strictObject({ value: z.number(), mark: z.enum(['absent', 'undefined']), text: name }))
    .default([])
    .describe('values that are told apart by shape, and what each stands for'),
  ...where,
});
export const samplesRequest = z.strictObject({ ids: z.array(name).min(1), caption: name, ...where });
export const bandwidthRequest = z.strictObject({
  series: z
    .array(
      z.strictObject({
        mark: name.describe('a sign that stands at the end of the line'),
        text: name,
        id: z
          .union([name, z.array(name).min(1)])
          .describe('measurements, * standing for anything; of several patterns the best at each size'),
      }),
    )
    .min(1),
  caption: name,
  ...where,
});
export const countersRequest = z.strictObject({
  profiles: z.array(z.strictObject({ id: name, text: name })).min(1),
  metrics: z.array(z.strictObject({ name, text: name })).min(1),
  caption: name,
  ...where,
});
export const kernelRequest = z.strictObject({ file: name, region: name, ...where });
export const sassRequest = z.strictObject({
  kernel: name,
  targets: z.array(name).min(1).optional(),
  highlight: z.union([name, z.array(name)]).default([]),
  ...where,
});
export const warpStripRequest = z.strictObject({
  mask: z.union([z.number(), z.string()]).describe('active lanes, as a 32-bit mask'),
  undefinedMask: z
    .union([z.number(), z.string()])
    .optional()
    .describe('lanes whose value is undefined; left out, they are those that read a lane which is not active'),
  reads: z.int().min(0).max(31).default(0).describe('each active lane reads from the lane this far above it'),
  label: name.describe('what the strip shows, for someone who cannot see it; also printed under it'),
  numbers: z.boolean().default(true).describe('print lane numbers under the cells'),
});
export const environmentRequest = z.strictObject(where);
export const bylineRequest = z.strictObject({});
export const figureRequest = z.strictObject({ caption: name });
export const diagramRequest = z.strictObject({ source: z.string(), hash: z.string() });

export type MeasuredRequest = z.output<typeof measuredRequest>;
export type ComparedRequest = z.output<typeof comparedRequest>;
export type CheckedRequest = z.output<typeof checkedRequest>;
export type ChecksRequest = z.output<typeof checksRequest>;
export type OutcomesRequest = z.output<typeof outcomesRequest>;
export type CiteRequest = z.output<typeof citeRequest>;
export type LanesRequest = z.output<typeof lanesRequest>;
export type SamplesRequest = z.output<typeof samplesRequest>;
export type BandwidthRequest = z.output<typeof bandwidthRequest>;
export type CountersRequest = z.output<typeof countersRequest>;
export type KernelRequest = z.output<typeof kernelRequest>;
export type SassRequest = z.output<typeof sassRequest>;
export type WarpStripRequest = z.output<typeof warpStripRequest>;
export type EnvironmentRequest = z.output<typeof environmentRequest>;
export type DiagramRequest = z.output<typeof diagramRequest>;

/** The fault of one attribute: what was expected and what was found. */
function attributeFault(
  component: string,
  issue: z.core.$ZodIssue,
  props: Record<string, unknown>,
  known: readonly string[],
): { cause: string; expected: string; found: string } {
  const attribute = String(issue.path[0] ?? '');
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    return {
      cause: `<${component}> takes no attribute "${key}".`,
      expected: expectedName(key, known),
      found: key,
    };
  }
  if (props[attribute] === undefined) {
    return { cause: `<${component}> needs the attribute "${attribute}".`, expected: attribute, found: 'nothing' };
  }
  return {
    cause: `<${component}> cannot take this value of "${attribute}".`,
    expected:
      issue.code === 'invalid_value' ? issue.values.map((value) => `"${String(value)}"`).join(' or ') : issue.message,
    found: JSON.stringify(props[attribute]),
  };
}

/** The attributes of a component as its schema types them. Throws Problem for the first fault. */
export function parseRequest<Schema extends z.ZodObject>(
  component: string,
  schema: Schema,
  props: Record<string, unknown>,
  place: Place,
): z.output<Schema> {
  const result = schema.safeParse(props);
  if (result.success) return result.data;
  // An attribute that is not known is most often the one that is missed, misspelt.
  const { issues } = result.error;
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
  if (issue === undefined) throw new TypeError('zod refused a value without an issue');
  const fault = attributeFault(component, issue, props, Object.keys(schema.shape));
  throw new Problem({ place, ...fault, remedy: `Change the attributes of <${component}>.` });
}
