import {
  MESSAGE_KINDS,
  TOLD_EVENTS,
  type MessageKind,
  type ToldEvent,
} from '@meridian/contract/inbox/calls';
import type { Language } from '@meridian/contract/languages';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { SecurityChange } from '@meridian/contract/security/calls';
import { formatDecimal, formatFixed } from '@meridian/money/decimal';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import type { LiveView } from '../live-view.ts';
import { SECURITY_CHANGES } from '../account/security-notices.ts';
import { pairOf, symbolOf, type Pair } from '../market/translate.ts';
import type { Facts } from './inbox-tables.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import type { InboxTexts, Why, Worded } from './texts/inbox-texts.ts';
import { ja } from './texts/ja.ts';
import { ko } from './texts/ko.ts';
import { zhCn } from './texts/zh-cn.ts';
import { zhTw } from './texts/zh-tw.ts';

export const INBOX_TEXTS: Readonly<Record<Language, InboxTexts>> = {
  en,
  es,
  ja,
  ko,
  'zh-CN': zhCn,
  'zh-TW': zhTw,
};

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
  const texts = INBOX_TEXTS[language];
  if (isSecurity(kind)) {
    const title = isChange(kind) ? SECURITY_CHANGES[language][kind] : texts.titles[kind];
    const origin = [facts.device ?? '', facts.address ?? '']
      .filter((part) => part !== '')
      .join(', ');
    const from = origin === '' ? [] : [filled(texts.from, { device: origin })];
    const advice =
      kind === 'frozen' || kind === 'unfrozen'
        ? [texts.freezes[kind]]
        : kind === 'registered'
          ? []
          : [texts.notYou];
    return { title, text: [...from, ...advice].join(' ') };
  }
  return {
    title: texts.titles[kind],
    text: filled(texts.texts[kind], valuesOf(live, facts, language)).trim(),
  };
}

/** Whether the mail of this kind offers to freeze the account. */
export function offersFreeze(kind: MessageKind): boolean {
  return MAYBE_A_STRANGER.has(kind);
}

function isSecurity(kind: MessageKind): kind is Exclude<MessageKind, Worded> {
  return SECURITY.has(kind);
}

function isChange(kind: ToldEvent | 'login_new_device'): kind is SecurityChange {
  return Object.hasOwn(SECURITY_CHANGES.en, kind);
}

/** The market of a notification, undefined without one. */
export function pairOfFacts(live: LiveView, { market: id }: Facts): Pair | undefined {
  const market = id === undefined ? undefined : live.market(id);
  return market && pairOf(live, market);
}

type Values = Readonly<Record<string, string>>;

/** The wallet's name of a network; a network that is newer than these names has its own. */
function networkTitle(name: string): string {
  return Object.hasOwn(NETWORKS, name) ? NETWORKS[name as NetworkName].title : name;
}

/**
 * Inserts the facts. A part in brackets is left out if one of its facts is unknown: notifications
 * of an earlier version have fewer.
 */
function filled(template: string, values: Values): string {
  const isKnown = (part: string): boolean =>
    [...part.matchAll(/\{(\w+)\}/g)].every(([, name = '']) => (values[name] ?? '') !== '');
  const text = template.replace(/\[([^[\]]*)\]/g, (_whole, part: string) =>
    isKnown(part) ? part : '',
  );
  return text.replace(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '');
}

function valuesOf(live: LiveView, facts: Facts, language: Language): Values {
  const {
    subject,
    count,
    side,
    why,
    network,
    address = '',
    reason = '',
    transaction = '',
    ratio,
    least,
  } = facts;
  const texts = INBOX_TEXTS[language];
  const plain = { address, reason, transaction };
  return {
    ...plain,
    ...moneyValues(live, facts, language),
    ...marketValues(live, facts, language),
    subject: subject === undefined ? '' : String(subject),
    count: count === undefined ? '' : grouped(String(count), language),
    side: side === undefined ? '' : texts.sides[side],
    why: why === undefined ? '' : whyText(texts, why),
    network: network === undefined ? '' : networkTitle(live.custody.network(network)?.name ?? ''),
    ratio: ratio === undefined ? '' : grouped(formatFixed(BigInt(ratio), 2), language),
    least: least === undefined ? '' : grouped(formatFixed(BigInt(least), 2), language),
  };
}

export function whyText(texts: InboxTexts, why: string): string {
  return Object.hasOwn(texts.whys, why) ? texts.whys[why as Why] : texts.whys.other;
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

function marketValues(live: LiveView, facts: Facts, language: Language): Values {
  const pair = pairOfFacts(live, facts);
  if (pair === undefined) return {};
  const { scale, base, quote } = pair;
  const { price, lots, count, other } = facts;
  const coins = (number: number): string =>
    `${grouped(formatQuantity(number, scale), language)} ${base.code}`;
  return {
    market: symbolOf(pair),
    ...(price === undefined ? {} : { price: grouped(formatPrice(price, scale), language) }),
    ...(lots === undefined ? {} : { quantity: coins(lots) }),
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
