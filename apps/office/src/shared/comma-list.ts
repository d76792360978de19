/** Error for a list with an ambiguous comma. */
export const COMMA_NEEDS_SPACE = 'A space behind each comma, like 5, 10, 20';

/** `1,500` is 1 and 500 in a list, and 1500 everywhere else. */
export function isAmbiguous(text: unknown): boolean {
  return typeof text === 'string' && /\d,\d/.test(text);
}

/** Splits a text at its commas. */
export function partsOf(text: unknown): string[] {
  return typeof text === 'string' && text.trim() !== ''
    ? text.split(',').map((part) => part.trim())
    : [];
}
