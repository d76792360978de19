/** Fills on which white text is readable, in both themes. */
const FILLS = [
  'accent-fill',
  'green-fill',
  'red-fill',
  'blue-fill',
  'orange-fill',
  'violet-fill',
  'teal-fill',
] as const;

/** The fill of a name: the same one every time and everywhere (FNV-1a over its characters). */
export function fillOf(name: string): (typeof FILLS)[number] {
  let hash = 0x811c9dc5;
  for (const character of name)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return FILLS[hash % FILLS.length] ?? FILLS[0];
}

/**
 * The first letter of a name, as a capital if the script has capitals. For a phone number, its last
 * digit.
 */
export function initialOf(name: string): string {
  const characters = [...name.trim()];
  const first = characters[0] === '+' ? characters.at(-1) : characters[0];
  return (first ?? '?').toUpperCase();
}
