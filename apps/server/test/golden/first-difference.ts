/**
 * The first difference of two JSON values, as a path with the value on either side; undefined where
 * they are equal.
 */
export function firstDifference(actual: unknown, expected: unknown, path = ''): string | undefined {
  if (Object.is(actual, expected)) return undefined;
  if (
    !isContainer(actual) ||
    !isContainer(expected) ||
    Array.isArray(actual) !== Array.isArray(expected)
  ) {
    return `${path === '' ? 'the whole' : path} is ${textOf(actual)}, and was ${textOf(expected)}`;
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const found = firstDifference(
      actual[name],
      expected[name],
      path === '' ? name : `${path}.${name}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textOf(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
