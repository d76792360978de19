import {
  MESSAGE_KINDS,
  TOLD_EVENTS,
  type MessageKind,
  type ToldEvent,
} from '@meridian/contract/inbox/calls';
import { ANSWER_HOURS, UNPAID_MINUTES } from '@meridian/contract/acceptor/bounds';
import type { Language } from '@meridian/contract/languages';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { SecurityChange } from '@meridian/contract/security/calls';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import { isText, textOf, type TextValues } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOf, symbolOf, type Pair } from '../market/translate.ts';
import type { Facts } from './inbox-tables.ts';

/**
 * Kinds with a text of their own. Those of the security history name origin and advice, all in the
 * same words.
 */
type Worded = Exclude<MessageKind, ToldEvent | 'login_new_device'>;

/**
 * Kinds that a stranger with a session, or a deceived operator, may have caused: their mail has a
 * link that freezes the account.
 */
const MAYBE_A_STRANGER: ReadonlySet<MessageKind> = new Set<MessageKind>([
  ...MESSAGE_KINDS.security.filter((kind) => kind !== 'registered' && kind !== 'frozen'),
  'withdrawal_accepted',
  'withdrawal_review',
  'withdrawal_waiting',
]);
const SECURITY: ReadonlySet<string> = new Set<string>([...TOLD_EVENTS, 'login_new_device']);
const MOST_DECIMALS = 20;

export interface Words {
  readonly title: string;
  /** '' if the title is complete. */
  readonly text: string;
}

/** The words of a notification. A delisted currency or market is left out. */
export function wordsOf(
  live: LiveView,
  { kind, facts }: { readonly kind: MessageKind; readonly facts: Facts },
  language: Language,
): Words {
  if (isSecurity(kind)) {
    const title = textOf(
      language,
      isChange(kind) ? `securityChange.${kind}` : `message.title.${kind}`,
    );
    const origin = [facts.device ?? '', facts.address ?? '']
      .filter((part) => part !== '')
      .join(', ');
    const from = origin === '' ? [] : [textOf(language, 'message.from', { device: origin })];
    const advice =
      kind === 'frozen' || kind === 'unfrozen'
        ? [textOf(language, `message.freeze.${kind}`)]
        : kind === 'registered'
          ? []
          : [textOf(language, 'message.notYou')];
    return { title, text: [...from, ...advice].join(' ') };
  }
  return {
    title: textOf(language, `message.title.${kind}`),
    text: textOf(language, `message.text.${kind}`, valuesOf(live, facts, language)).trim(),
  };
}

/**
 * Mails and notifications say nothing in a customer's words: an intruder with a session could write
 * to the owner under our name.
 */
export function withoutNote<R extends { readonly facts: Facts }>(row: R): R {
  const { note: _note, ...facts } = row.facts;
  return { ...row, facts };
}

/** Whether the mail of this kind offers to freeze the account. */
export function offersFreeze(kind: MessageKind): boolean {
  return MAYBE_A_STRANGER.has(kind);
}

function isSecurity(kind: MessageKind): kind is Exclude<MessageKind, Worded> {
  return SECURITY.has(kind);
}

/** Whether a message of this kind tells of a change of security, which has a mail of its own. */
export function isChange(kind: MessageKind): kind is SecurityChange {
  return isText(`securityChange.${kind}`);
}

/** The market of a notification, undefined without one. */
export function pairOfFacts(live: LiveView, { market: id }: Facts): Pair | undefined {
  const market = id === undefined ? undefined : live.market(id);
  return market && pairOf(live, market);
}

type Values = Readonly<Partial<Record<keyof typeof UNKNOWN, string>>>;

/** The wallet's name of a network; a network that is newer than these names has its own. */
function networkTitle(name: string): string {
  return Object.hasOwn(NETWORKS, name) ? NETWORKS[name as NetworkName].title : name;
}

/** Notifications of an earlier version have fewer facts: an unknown one leaves no trace. */
const UNKNOWN = {
  subject: '',
  count: '',
  side: '',
  why: '',
  network: '',
  address: '',
  reason: '',
  transaction: '',
  ratio: '',
  least: '',
  currency: '',
  amount: '',
  result: '',
  other: '',
  market: '',
  price: '',
  quantity: '',
  total: '',
  average: '',
  sold: '',
  left: '',
  name: '',
  note: '',
  coins: '',
  bound: '',
  until: '',
} as const;

/**
 * The values of the texts: amounts come with their currency, prices and quantities with the
 * decimals of their market; `result` is a signed amount. `hasSize`, `hasPosition`, `hasPrice`,
 * `hasStake`, `hasReason`, `hasNote`, `hasRefund` and `hasBound` are `yes` if a part of a text has
 * something to say.
 */
function valuesOf(live: LiveView, facts: Facts, language: Language): TextValues {
  const { subject, count, side, why, network, ratio, least } = facts;
  const { address = '', reason = '', transaction = '' } = facts;
  const values = {
    ...UNKNOWN,
    address,
    reason,
    transaction,
    name: facts.name ?? '',
    note: facts.note ?? '',
    ...moneyValues(live, facts, language),
    ...coinValues(live, facts, language),
    ...marketValues(live, facts, language),
    subject: subject === undefined ? '' : String(subject),
    count: count === undefined ? '' : grouped(String(count), language),
    until: facts.untilMs === undefined ? '' : shanghaiTime(facts.untilMs),
    side: side === undefined ? '' : textOf(language, `message.side.${side}`),
    why: why === undefined ? '' : whyText(language, why),
    network: network === undefined ? '' : networkTitle(live.custody.network(network)?.name ?? ''),
    ratio: ratio === undefined ? '' : grouped(formatFixed(BigInt(ratio), 2), language),
    least: least === undefined ? '' : grouped(formatFixed(BigInt(least), 2), language),
  };
  const known = (...parts: readonly string[]): 'yes' | 'no' => (parts.includes('') ? 'no' : 'yes');
  return {
    ...values,
    hasSize: known(values.side, values.count),
    hasPosition: known(values.market, values.subject),
    hasPrice: known(values.price),
    hasStake: known(values.other),
    hasReason: known(reason),
    hasNote: known(values.note),
    hasRefund: (facts.other ?? '0') === '0' ? 'no' : 'yes',
    hasBound: (facts.bound ?? '0') === '0' ? 'no' : 'yes',
    unpaidMinutes: UNPAID_MINUTES,
    answerHours: ANSWER_HOURS,
  };
}

/** The reason of an ending, as a word of the core, which may be newer than the texts. */
function whyText(language: Language, why: string): string {
  const id = `message.why.${why}`;
  return textOf(language, isText(id) ? id : 'message.why.other');
}

/** Amounts of a currency; of the market's quote currency if the facts name none. */
function moneyValues(live: LiveView, facts: Facts, language: Language): Values {
  const currency =
    facts.currency === undefined ? pairOfFacts(live, facts)?.quote : live.currency(facts.currency);
  if (currency === undefined) return {};
  const { code, scale } = currency;
  const money = (units: string, isSigned: boolean): string =>
    `${grouped(formatDecimal(BigInt(units), scale), language, isSigned)} ${code}`;
  return {
    currency: code,
    ...(facts.amount === undefined
      ? {}
      : { amount: money(facts.amount, false), result: money(facts.amount, true) }),
    ...(facts.other === undefined ? {} : { other: money(facts.other, false) }),
  };
}

/** Amounts of the second currency. */
function coinValues(live: LiveView, { coin, bought, bound }: Facts, language: Language): Values {
  const currency = coin === undefined ? undefined : live.currency(coin);
  if (currency === undefined) return {};
  const { code, scale } = currency;
  const coins = (units: string): string =>
    `${grouped(formatDecimal(BigInt(units), scale), language)} ${code}`;
  return {
    ...(bought === undefined ? {} : { coins: coins(bought) }),
    ...(bound === undefined ? {} : { bound: coins(bound) }),
  };
}

function marketValues(live: LiveView, facts: Facts, language: Language): Values {
  const pair = pairOfFacts(live, facts);
  if (pair === undefined) return {};
  const { scale, base, quote } = pair;
  const { price, lots, count, other, sold, left } = facts;
  const coins = (number: number): string =>
    `${grouped(formatQuantity(number, scale), language)} ${base.code}`;
  const units = (number: string): string =>
    `${grouped(formatDecimal(BigInt(number), base.scale), language)} ${base.code}`;
  return {
    market: symbolOf(pair),
    ...(price === undefined ? {} : { price: grouped(formatPrice(price, scale), language) }),
    ...(lots === undefined ? {} : { quantity: coins(lots) }),
    ...(sold === undefined ? {} : { sold: units(sold) }),
    ...(left === undefined ? {} : { left: units(left) }),
    ...(sold === undefined || sold === '0' || other === undefined
      ? {}
      : {
          average: `${grouped(averageOf(pair, BigInt(sold), BigInt(other)), language)} ${quote.code}`,
        }),
    ...(lots === undefined || count === undefined ? {} : { total: coins(count) }),
    ...(lots === undefined || lots === 0 || other === undefined
      ? {}
      : { average: `${grouped(averagePrice(pair, lots, BigInt(other)), language)} ${quote.code}` }),
  };
}

/** Quote currency for one coin, rounded down to the decimals of the market's prices. */
function averagePrice({ scale, market }: Pair, lots: number, notional: bigint): string {
  const ticks =
    (notional * 10n ** BigInt(scale.baseScale)) / (BigInt(lots) * market.lotSize * market.tickSize);
  return formatPrice(Number(ticks), scale);
}

/** The same of units of the base. */
function averageOf({ scale, market }: Pair, sold: bigint, notional: bigint): string {
  const ticks = (notional * 10n ** BigInt(scale.baseScale)) / (sold * market.tickSize);
  return formatPrice(Number(ticks), scale);
}

/** A plain decimal with the language's separators, digit for digit. */
export function grouped(decimal: string, language: Language, isSigned = false): string {
  const format = new Intl.NumberFormat(language, {
    maximumFractionDigits: MOST_DECIMALS,
    minimumFractionDigits: (decimal.split('.')[1] ?? '').length,
    useGrouping: 'always',
    signDisplay: isSigned ? 'exceptZero' : 'auto',
  });
  // A string keeps its digits; a number would not.
  return format.format(decimal as Intl.StringNumericLiteral);
}
