import type { MessageKind, ToldEvent } from '@meridian/contract/inbox/calls';
import type { SecurityChange } from '@meridian/contract/security/calls';

/** Kinds with a title here. Those of changes of security are in their mails' texts. */
type Titled = Exclude<MessageKind, SecurityChange>;
/**
 * Kinds with a text here. Those of the security history name origin and advice, all in the same
 * words.
 */
export type Worded = Exclude<MessageKind, ToldEvent | 'login_new_device'>;

/**
 * The reason of an ending, as a word of the core. `other` covers words that are newer than these
 * texts.
 */
export type Why =
  | 'band'
  | 'outOfBand'
  | 'selfTrade'
  | 'slippage'
  | 'decrement'
  | 'hold'
  | 'ioc'
  | 'liquidation'
  | 'cover'
  | 'margin'
  | 'exposure'
  | 'gain'
  | 'expired'
  | 'other';

/**
 * Texts of the inbox in one language. `{name}` is replaced by a fact: amounts come with their
 * currency, prices and quantities with the decimals of their market. `result` is a signed amount.
 * `[...]` is left out if a fact in it is unknown.
 */
export interface InboxTexts {
  readonly titles: Readonly<Record<Titled, string>>;
  readonly texts: Readonly<Record<Worded, string>>;
  /** After a change of security. */
  readonly from: string;
  readonly notYou: string;
  /** The effect of a freeze and of its end. */
  readonly freezes: Readonly<Record<'frozen' | 'unfrozen', string>>;
  readonly whys: Readonly<Record<Why, string>>;
  readonly sides: Readonly<Record<'buy' | 'sell' | 'long' | 'short', string>>;
  /** Subject of a mail of several messages: `{count}`. */
  readonly several: string;
  /** Foot of each mail: links to the inbox and to the choice of mails. */
  readonly foot: string;
}
