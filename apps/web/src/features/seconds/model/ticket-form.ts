import { formatDecimal, parseDecimal } from '@meridian/money/decimal';
import type { MessageId, MessageValues } from '../../../shared/i18n/translate.ts';
import type { Duration } from './ticket.ts';

/** Inputs for the sums of a ticket: plain decimals, percentages as the exchange tells them. */
export interface TicketInputs {
  readonly stake: string;
  /** Of the currency that it is paid in. */
  readonly decimals: number;
  readonly duration: Duration | undefined;
  readonly feeRatio: string;
}

/** Sums of a ticket. Each is undefined while the inputs do not determine it. */
export interface TicketSummary {
  readonly fee: string | undefined;
  /** Amount and fee, which the exchange holds. */
  readonly cost: string | undefined;
  /** Gain of a won ticket: the payout less the fee. Below zero where the fee is larger. */
  readonly profit: string | undefined;
  /**
   * Percent of tickets like this one that must be won so that nothing is lost in the long run,
   * rounded up to 2 decimals.
   */
  readonly breakEven: string | undefined;
}

export interface TicketError {
  readonly id: MessageId;
  readonly values?: MessageValues;
}

const HUNDRED_PERCENT = 10_000n;

/**
 * The amount that the exchange would hold, and the gain of a won ticket. The fee is rounded up and
 * the payout down, as the exchange does.
 */
export function ticketSummary({
  stake,
  decimals,
  duration,
  feeRatio,
}: TicketInputs): TicketSummary {
  const units = positive(stake, decimals);
  const text = (amount: bigint): string => formatDecimal(amount, decimals);
  const breakEven =
    duration && breakEvenPercent({ payoutBps: bps(duration.payoutRatio), feeBps: bps(feeRatio) });
  if (units === undefined) return { fee: undefined, cost: undefined, profit: undefined, breakEven };
  const fee = (units * bps(feeRatio) + HUNDRED_PERCENT - 1n) / HUNDRED_PERCENT;
  const paid = duration && (units * bps(duration.payoutRatio)) / HUNDRED_PERCENT;
  return {
    fee: text(fee),
    cost: text(units + fee),
    profit: paid === undefined ? undefined : text(paid - fee),
    breakEven,
  };
}

/**
 * The price of insuring that amount, rounded up as the exchange does; undefined for no amount.
 * @param premium percent
 */
export function insurancePrice(
  amount: string,
  { decimals, premium }: { decimals: number; premium: string },
): string | undefined {
  const units = positive(amount, decimals);
  return units === undefined
    ? undefined
    : formatDecimal((units * bps(premium) + HUNDRED_PERCENT - 1n) / HUNDRED_PERCENT, decimals);
}

/**
 * Of a stake of 1: won, it earns payout - fee; lost, it costs 1 + fee. So (1 + fee) / (1 + payout)
 * of them must be won.
 */
function breakEvenPercent({ payoutBps, feeBps }: { payoutBps: bigint; feeBps: bigint }): string {
  const whole = HUNDRED_PERCENT + payoutBps;
  return formatDecimal(((HUNDRED_PERCENT + feeBps) * HUNDRED_PERCENT + whole - 1n) / whole, 2);
}

/**
 * The error of the amount; undefined where the ticket can be sent.
 * @param available undefined when logged out
 */
export function ticketError(
  inputs: TicketInputs,
  { currency, available }: { currency: string; available: string | undefined },
): TicketError | undefined {
  const units = positive(inputs.stake, inputs.decimals);
  const amount = (plain: string): bigint | undefined => positive(plain, inputs.decimals);
  if (units === undefined) return { id: 'seconds.error.amount' };
  const { duration } = inputs;
  if (duration !== undefined && units < (amount(duration.leastStake) ?? 0n))
    return { id: 'seconds.error.min', values: { amount: duration.leastStake, currency } };
  if (duration !== undefined && units > (amount(duration.mostStake) ?? units))
    return { id: 'seconds.error.max', values: { amount: duration.mostStake, currency } };
  const cost = ticketSummary(inputs).cost ?? '0';
  return available !== undefined && (amount(available) ?? 0n) < (amount(cost) ?? 0n)
    ? { id: 'seconds.error.balance' }
    : undefined;
}

function positive(plain: string, decimals: number): bigint | undefined {
  const parsed = parseDecimal(plain, decimals);
  return parsed.ok && parsed.units > 0n ? parsed.units : undefined;
}

/** Percent as basis points. */
function bps(percent: string): bigint {
  const parsed = parseDecimal(percent, 2);
  return parsed.ok ? parsed.units : 0n;
}
