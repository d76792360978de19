/** Whether the commands of the marketplace have the form that the contract of the core sets. */
import type { AdTerms, P2pCommand, P2pTerms } from '@meridian/core/p2p/p2p-commands';

const BIG = Number.MAX_SAFE_INTEGER;
const MOST_TICKS = 9_000_000_000_000_000;
const WAYS: readonly unknown[] = ['aliPay', 'weChat', 'bank'];
const REASONS: readonly unknown[] = [
  'notReleased',
  'cancelledAfterPaying',
  'notReceived',
  'wrongAmount',
  'otherPayer',
  'paymentReversed',
  'other',
];

export function isP2pWellFormed(command: P2pCommand): boolean {
  // A spoiled command is any record of fields.
  const {
    user,
    ad,
    deal,
    version,
    appeal,
    operator,
    isPaused,
    total,
    terms,
    side,
    currency,
    level,
    quantity,
    priceTicks,
    way,
    account,
    code,
    registeredDays,
    minutes,
    accepts,
    reason,
    toBuyer,
    fault,
    bondCut,
    amount,
    isMerchant,
    other,
    isBlocked,
    trader,
    untilMs,
  } = command as unknown as Record<string, unknown>;
  const isAct = isTrader(user) && whole(deal, 1) && whole(version, 0);
  switch (command.kind) {
    case 'p2p.terms':
      return areTerms(terms);
    case 'p2p.rate':
      return whole(currency, 1, 1_023) && whole(priceTicks, 1, MOST_TICKS);
    case 'p2p.publish':
      return (
        isTrader(user) &&
        (side === 'buy' || side === 'sell') &&
        whole(currency, 1, 1_023) &&
        isMoney(total, 1n) &&
        whole(level, 0, 2) &&
        areAdTerms(terms) &&
        (terms as AdTerms).methods.every(({ id }) => (side === 'sell' ? id >= 1 : id === 0))
      );
    case 'p2p.edit':
      return isTrader(user) && whole(ad, 1) && whole(version, 0) && areAdTerms(terms);
    case 'p2p.withdrawAd':
      return isTrader(user) && whole(ad, 1);
    case 'p2p.removeAd':
      return whole(ad, 1) && whole(operator, 1);
    case 'p2p.pause':
      return isTrader(user) && whole(ad, 0) && typeof isPaused === 'boolean';
    case 'p2p.deal':
      return (
        isTrader(user) &&
        whole(ad, 1) &&
        isMoney(quantity, 0n) &&
        whole(priceTicks, 0, MOST_TICKS) &&
        WAYS.includes(way) &&
        whole(account, 0) &&
        isCode(code) &&
        whole(level, 0, 2) &&
        whole(registeredDays, 0)
      );
    case 'p2p.pay':
    case 'p2p.cancel':
    case 'p2p.release':
    case 'p2p.askCancel':
      return isAct;
    case 'p2p.extend':
      return isAct && whole(minutes, 5, 180);
    case 'p2p.answerCancel':
      return isAct && typeof accepts === 'boolean';
    case 'p2p.appeal':
      return isAct && REASONS.includes(reason);
    case 'p2p.answerAppeal':
    case 'p2p.withdrawAppeal':
      return isTrader(user) && whole(appeal, 1);
    case 'p2p.rule':
      return (
        whole(appeal, 1) &&
        isMoney(toBuyer, 0n) &&
        isMoney(bondCut, 0n) &&
        (fault === 'buyer' || fault === 'seller' || (fault === 'nobody' && bondCut === 0n)) &&
        whole(operator, 1)
      );
    case 'p2p.bond':
      return isTrader(user) && whole(currency, 1, 1_023) && isMoney(amount, 1n);
    case 'p2p.returnBond':
      return isTrader(user);
    case 'p2p.merchant':
      return isTrader(user) && typeof isMerchant === 'boolean' && whole(operator, 1);
    case 'p2p.block':
      return isTrader(user) && isTrader(other) && user !== other && typeof isBlocked === 'boolean';
    case 'p2p.restrict':
      return isTrader(trader) && whole(untilMs, 0) && whole(operator, 1);
  }
}

function areTerms(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { currency, market, bandBps, isOpen } = value;
  const { minFiat, maxFiat, twoOperatorsFrom, merchantBond } = value as unknown as P2pTerms;
  return (
    whole(currency, 1, 1_023) &&
    whole(market, 0, 65_535) &&
    whole(bandBps, 0, 10_000) &&
    typeof isOpen === 'boolean' &&
    isMoney(minFiat, 1n) &&
    isMoney(maxFiat, minFiat) &&
    isMoney(twoOperatorsFrom, 0n) &&
    isMoney(merchantBond, 0n)
  );
}

function areAdTerms(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const terms = value as unknown as AdTerms;
  const { priceTicks, offsetBps, minTicks, maxTicks } = terms;
  const isFixed = whole(priceTicks, 1, MOST_TICKS) && zero(offsetBps, minTicks, maxTicks);
  const isFloating =
    zero(priceTicks) &&
    whole(offsetBps, -5_000, 5_000) &&
    whole(minTicks, 1, MOST_TICKS) &&
    whole(maxTicks, minTicks, MOST_TICKS);
  if (!isFixed && !isFloating) return false;
  const { methods, takers, hours } = value;
  if (!Array.isArray(methods) || methods.length < 1 || methods.length > 5) return false;
  if (!methods.every(isMethod)) return false;
  const names = terms.methods.map(({ id, way }) => (id === 0 ? way : id));
  if (new Set(names).size !== names.length) return false;
  if (!isRecord(takers) || !Array.isArray(hours) || hours.length > 14) return false;
  const areHours = hours.every(
    (span: unknown) =>
      Array.isArray(span) &&
      span.length === 2 &&
      whole(span[0], 0, 10_079) &&
      whole(span[1], (span[0] as number) + 1, 10_080),
  );
  return (
    areHours &&
    isMoney(terms.minQuantity, 1n) &&
    isMoney(terms.maxQuantity, terms.minQuantity) &&
    whole(terms.payMinutes, 1, 180) &&
    whole(takers['level'], 0, 2) &&
    whole(takers['registeredDays'], 0, 3_650) &&
    whole(takers['completedDeals'], 0, 100_000) &&
    whole(takers['completionBps'], 0, 10_000) &&
    isCode(terms.code) &&
    whole(terms.texts, 0)
  );
}

function isMethod(value: unknown): boolean {
  return isRecord(value) && whole(value['id'], 0) && WAYS.includes(value['way']);
}

function isCode(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 32 && !/[^A-Za-z0-9]/.test(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Customers, and the two accounts of the house that trade in the demo. */
function isTrader(value: unknown): boolean {
  return value === 6 || value === 7 || whole(value, 100_000, 2 ** 36 - 1);
}

function zero(...values: readonly unknown[]): boolean {
  return values.every((value) => value === 0);
}

function whole(value: unknown, least: number, most = BIG): boolean {
  return (
    typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most
  );
}

function isMoney(value: unknown, least: bigint): boolean {
  return typeof value === 'bigint' && value >= least && value < 2n ** 62n;
}
