import { PARTY_DAYS } from '@meridian/contract/p2p/bounds';
import type { Deal, Payee } from './deal.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** The time to pay ends at most this long after the order. */
const LONGEST_TO_PAY_MS = DAY_MS;
/** Minutes that a seller may add to the time to pay. */
const EXTENSIONS = [15, 30, 60, 120] as const;

/**
 * The stage that the page of a deal shows. `overdue`: the time to pay is over, and the exchange has
 * not ended the deal yet.
 */
export type DealStage =
  | 'unpaid'
  | 'overdue'
  | 'paid'
  | 'appeal'
  | 'completed'
  | 'ruled'
  | 'cancelled'
  | 'expired'
  | 'calledOff'
  | 'refunded';

/** @param nowMs by the server's clock */
export function stageOf({ state, endedBy, appealId, payDueMs }: Deal, nowMs: number): DealStage {
  if (appealId !== 0) return 'appeal';
  if (state === 'unpaid') return payDueMs <= nowMs ? 'overdue' : 'unpaid';
  if (state === 'paid') return 'paid';
  if (state === 'completed') return endedBy === 'ruling' ? 'ruled' : 'completed';
  if (endedBy === 'timer') return 'expired';
  if (endedBy === 'both') return 'calledOff';
  return endedBy === 'ruling' ? 'refunded' : 'cancelled';
}

/** Whether acts of the other side are to be expected. */
export function isOpen({ endedMs, appealId }: Pick<Deal, 'endedMs' | 'appealId'>): boolean {
  return endedMs === 0 || appealId !== 0;
}

const STEPS = {
  unpaid: ['placed', 'awaitPayment', 'release'],
  paid: ['placed', 'paid', 'awaitRelease'],
  completed: ['placed', 'paid', 'released'],
} as const;
export type DealStep = (typeof STEPS)[keyof typeof STEPS][number];

/**
 * The steps of a deal, done ones named as done and the next as awaited, and how many are done. None
 * where the coins do not go to the buyer as ordered.
 */
export function stepsOf(
  stage: DealStage,
  state: Deal['state'],
): { readonly steps: readonly DealStep[]; readonly done: number } {
  const isAsOrdered = ['unpaid', 'paid', 'appeal', 'completed'].includes(stage);
  if (!isAsOrdered || state === 'cancelled') return { steps: [], done: 0 };
  return { steps: STEPS[state], done: { unpaid: 1, paid: 2, completed: 3 }[state] };
}

/**
 * How the account that is paid into is shown: `pay` invites to pay to it, `paid` names it to the
 * buyer who has paid, `receive` to the seller. Undefined where nothing is to be paid any more.
 */
export function payeeViewOf(
  stage: DealStage,
  { side, state }: Pick<Deal, 'side' | 'state'>,
): 'pay' | 'paid' | 'receive' | undefined {
  const isAsked = stage === 'unpaid' || stage === 'paid' || stage === 'appeal';
  if (!isAsked || state === 'cancelled') return undefined;
  if (side === 'sell') return 'receive';
  return stage === 'unpaid' ? 'pay' : 'paid';
}

/** Whether the seller's time to release a paid deal is over. */
export function isReleaseLate(
  { state, releaseDueMs }: Pick<Deal, 'state' | 'releaseDueMs'>,
  nowMs: number,
): boolean {
  return state === 'paid' && releaseDueMs !== 0 && releaseDueMs <= nowMs;
}

export type DealAct =
  'pay' | 'cancel' | 'release' | 'extend' | 'askCancel' | 'answerCancel' | 'appeal';

/**
 * The acts that the own side may do now, the main act first.
 * @param nowMs by the server's clock
 */
export function actsOf(deal: Deal, nowMs: number): readonly DealAct[] {
  const { side, state, isCancelAsked, appealId } = deal;
  const acts: DealAct[] = [];
  if (side === 'buy') {
    if (state === 'unpaid' && deal.payDueMs > nowMs) acts.push('pay', 'cancel');
    if (isCancelAsked) acts.push('answerCancel');
  } else {
    if (state === 'paid') acts.push('release');
    if (extensionsOf(deal, nowMs).length > 0) acts.push('extend');
    if (deal.endedMs === 0 && !isCancelAsked) acts.push('askCancel');
  }
  if (appealId === 0 && isAppealable(deal, nowMs)) acts.push('appeal');
  return acts;
}

/** Minutes by which the seller may still extend the time to pay. */
export function extensionsOf(
  { side, state, payDueMs, openedMs }: Deal,
  nowMs: number,
): readonly number[] {
  if (side !== 'sell' || state !== 'unpaid' || payDueMs <= nowMs) return [];
  return EXTENSIONS.filter(
    (minutes) => payDueMs + minutes * MINUTE_MS <= openedMs + LONGEST_TO_PAY_MS,
  );
}

/**
 * Whether the own side may appeal: the seller from the payment on, the buyer when the time to
 * release is over; after the end as long as the exchange says.
 */
function isAppealable({ side, state, appealUntilMs, releaseDueMs }: Deal, nowMs: number): boolean {
  if (state === 'paid') return side === 'sell' || releaseDueMs <= nowMs;
  return nowMs < appealUntilMs;
}

/** When the own side may appeal a paid deal; 0 if it may already, or cannot. */
export function appealableFromMs(
  { side, state, appealId, releaseDueMs }: Deal,
  nowMs: number,
): number {
  const isLater = state === 'paid' && side === 'buy' && appealId === 0 && releaseDueMs > nowMs;
  return isLater ? releaseDueMs : 0;
}

/** Until when the seller is to release, as the seller sees it; 0 where there is no such time. */
export function releaseByMs({ side, state, appealId, releaseDueMs }: Deal, nowMs: number): number {
  const isAwaited = side === 'sell' && state === 'paid' && appealId === 0;
  return isAwaited && releaseDueMs > nowMs ? releaseDueMs : 0;
}

/**
 * The next moment at which the stage, its acts or its times change without an event; 0 for none.
 */
export function turnsAtMs(deal: Deal, nowMs: number): number {
  if (deal.state === 'unpaid' && deal.payDueMs > nowMs) return deal.payDueMs;
  return appealableFromMs(deal, nowMs) || releaseByMs(deal, nowMs);
}

/** Whether the two sides may no longer see the name and phone of each other. */
export function isPartyHidden({ endedMs }: Pick<Deal, 'endedMs'>, nowMs: number): boolean {
  return endedMs !== 0 && endedMs + PARTY_DAYS * DAY_MS <= nowMs;
}

/** The fields of an account that is paid into, in the order in which a bank asks for them. */
export function payeeFields(payee: Payee): readonly { name: keyof Payee; value: string }[] {
  const names = [
    'realName',
    'bankName',
    'bankAccount',
    'alipayAccount',
    'wechatAccount',
  ] as const satisfies (keyof Payee)[];
  return names.map((name) => ({ name, value: payee[name] })).filter(({ value }) => value !== '');
}
