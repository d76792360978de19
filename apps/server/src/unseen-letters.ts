/** Letters that are not drawn: zero-width spaces, joiners, marks of the writing direction. */
export const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;
/** Those among them that join letters, or choose the form of the sign before them. */
const JOINERS = /[\u200c\u200d\ufe00-\ufe0f]/u;

/**
 * The text as it is seen, without letters that nobody sees and without blanks at its ends. Joiners
 * stay, which emoji and some scripts are written with; a text of them alone is empty.
 */
export function seenText(text: string): string {
  if (text.replaceAll(UNSEEN, '').trim() === '') return '';
  return text.replaceAll(UNSEEN, (letter) => (JOINERS.test(letter) ? letter : '')).trim();
}
