import type { MessageKind, ToldEvent } from '@meridian/contract/inbox/calls';
import type { SecurityChange } from '@meridian/contract/security/calls';

/** Kinds whose titles stand elsewhere: changes of security, which mails have told for longer. */
type Titled = Exclude<MessageKind, SecurityChange>;
/** Kinds of the security history say who it was and what to do, all in the same words. */
export type Worded = Exclude<MessageKind, ToldEvent | 'login_new_device'>;

/**
 * Why something ended, in a word of the core. `other` stands for words that are younger than these
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
 * What the inbox says in one language. `{name}` stands for a fact: amounts come with their
 * currency, prices and quantities with the decimals of their market. `result` is a signed amount.
 * `[...]` is left out where a fact in it is not known.
 */
export interface InboxTexts {
  readonly titles: Readonly<Record<Titled, string>>;
  readonly texts: Readonly<Record<Worded, string>>;
  /** After a change of security. */
  readonly from: string;
  readonly notYou: string;
  /** What a freeze and its end mean. */
  readonly freezes: Readonly<Record<'frozen' | 'unfrozen', string>>;
  readonly whys: Readonly<Record<Why, string>>;
  readonly sides: Readonly<Record<'buy' | 'sell' | 'long' | 'short', string>>;
  /** Subject of a mail of several messages: `{count}`. */
  readonly several: string;
  /** Foot of each mail: where to read more and to choose what comes by mail. */
  readonly foot: string;
}
