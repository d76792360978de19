/** One field of an entry with its value before and after; '' for no value. */
export interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
  readonly isChanged: boolean;
}

/**
 * The fields of two JSON texts, changed ones first. Nested fields are named by their path
 * (`rules.fee`), lists of plain values are one field. A value without fields has the empty path.
 */
export function differences(before: string, after: string): Difference[] {
  const old = fieldsOf(before);
  const current = fieldsOf(after);
  const names = [...new Set([...old.keys(), ...current.keys()])];
  const all = names.map((field) => {
    const [was = '', is = ''] = [old.get(field), current.get(field)];
    return { field, before: was, after: is, isChanged: was !== is };
  });
  return [
    ...all.filter(({ isChanged }) => isChanged),
    ...all.filter(({ isChanged }) => !isChanged),
  ];
}

function fieldsOf(json: string): Map<string, string> {
  const fields = new Map<string, string>();
  collect(parsed(json), '', fields);
  return fields;
}

function collect(value: unknown, path: string, fields: Map<string, string>): void {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    fields.set(path, String(value as string | number | boolean));
    return;
  }
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    fields.set(path, value.join(', '));
    return;
  }
  for (const [name, inner] of Object.entries(value))
    collect(inner, path === '' ? name : `${path}.${name}`, fields);
}

/** Text that is not JSON is shown unchanged. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return json;
  }
}
