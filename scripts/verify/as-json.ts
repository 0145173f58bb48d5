/** The JSON value of a text; null when it is none, which no reader here takes for a value. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
