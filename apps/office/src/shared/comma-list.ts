/** What a list with an ambiguous comma is told. */
export const COMMA_NEEDS_SPACE = 'A space behind each comma, like 5, 10, 20';

/** `1,500` is one and five hundred in a list, and fifteen hundred everywhere else. */
export function isAmbiguous(text: unknown): boolean {
  return typeof text === 'string' && /\d,\d/.test(text);
}

/** What was written with commas between. */
export function partsOf(text: unknown): string[] {
  return typeof text === 'string' && text.trim() !== ''
    ? text.split(',').map((part) => part.trim())
    : [];
}
