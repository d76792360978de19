import type { ChatFlag } from '@meridian/contract/p2p/chat-calls';
import { wordsOf } from '@meridian/contract/p2p/watched-words';
import type { Queries } from '../../database/database.ts';
import { readSettings } from '../../site-settings.ts';
import { UNSEEN } from '../../unseen-letters.ts';

/** Names on messengers. */
const HANDLE = /@[a-z0-9]\w{3}/u;
/** Nine to fifteen digits: more are an account at a bank, fewer an amount. */
const PHONE = /(?<!\d)\d{9,15}(?!\d)/u;
const BETWEEN_DIGITS = /[\s().-]/gu;
const PLAIN_WORD = /^[a-z0-9]+(?: [a-z0-9]+)*$/u;
const BETWEEN_WORDS = /[^a-z0-9]+/gu;

/** Words that operators watch for, by the flag of a message with one of them. */
export type WatchedWords = Readonly<Record<ChatFlag, readonly string[]>>;

/** The words as operators have set them. */
export async function watchedWords(queries: Queries): Promise<WatchedWords> {
  const { p2p_contact_words, p2p_coin_words } = await readSettings(queries);
  return { contact: wordsOf(p2p_contact_words), coin: wordsOf(p2p_coin_words) };
}

/**
 * The flags of a message that should be read with care. They warn and refuse nothing: words have
 * other meanings, and people write around each list. Telephone numbers and names on messengers
 * contain no watched word: patterns find them.
 */
export function flagsOf(text: string, watched: WatchedWords): ChatFlag[] {
  const plain = folded(text);
  const words = ` ${plain.replaceAll(BETWEEN_WORDS, ' ')} `;
  // A word of Latin letters is found as a whole: "coin" is no part of "coincidence". Scripts that
  // put no blanks between words, and parts of addresses, are found anywhere.
  const has = (word: string): boolean =>
    PLAIN_WORD.test(word) ? words.includes(` ${word} `) : plain.includes(word);
  const hasOneOf = (list: readonly string[]): boolean => list.some((word) => has(folded(word)));
  const isContact =
    hasOneOf(watched.contact) ||
    HANDLE.test(plain) ||
    PHONE.test(plain.replaceAll(BETWEEN_DIGITS, ''));
  return [
    ...(isContact ? (['contact'] as const) : []),
    ...(hasOneOf(watched.coin) ? (['coin'] as const) : []),
  ];
}

/**
 * Small letters; wide and styled forms of a letter are the letter, and those that nobody sees,
 * which are put between the letters of a word, are none.
 */
function folded(text: string): string {
  return text.normalize('NFKC').replaceAll(UNSEEN, '').toLowerCase();
}
