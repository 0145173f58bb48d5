/** A value as format 1 had it. Types of the present format do not fit it, and those of format 1 are no more. */
type Old = Record<string, unknown>;

const isObject = (value: unknown): value is Old => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at `key` changed, where there is one; what is not there is for the schema to complain of. */
function changed(value: Old, key: string, change: (inner: Old) => Old): Old {
  const inner = value[key];
  return isObject(inner) ? { ...value, [key]: change(inner) } : value;
}

/** The same for every object of the list at `key`. */
function eachChanged(value: Old, key: string, change: (inner: Old) => Old): Old {
  const list = value[key];
  if (!Array.isArray(list)) return value;
  return { ...value, [key]: list.map((inner: unknown) => (isObject(inner) ? change(inner) : inner)) };
}

/** Scheduling fields were an object that named no source of its layout. They follow from the encoding, which stays. */
const withoutControl = ({ control: _, ...instruction }: Old): Old => instruction;

/** What the device did while it was sampled was not asked. */
const withUnknownConditions = (measurement: Old): Old => ({
  ...measurement,
  conditions: { status: 'unavailable', reason: 'format 1 did not record it' },
});

/** Evidence of format 1 as format 2 holds it. */
export function oneToTwo(old: Old): Old {
  const listed = changed(old, 'sass', (sass) =>
    eachChanged(sass, 'listings', (listing) => eachChanged(listing, 'instructions', withoutControl)),
  );
  const measured = eachChanged(listed, 'measurements', withUnknownConditions);
  return changed(measured, 'format', (format) => ({ ...format, version: 2 }));
}
