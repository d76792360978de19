import { DEPOSIT_ACCOUNT, type Chain, type KeyRef } from '../chains.ts';
import type { Approval } from './approval.ts';
import type { Decoded } from './decode-unsigned.ts';
import type { Limit, SignerPolicy } from './policy.ts';
import { SignerRefusal } from './refusal.ts';
import type { SignedRecord, SignerLog } from './signer-log.ts';
import { tierName, type OperatorCount } from './tiers.ts';

/** The limit on the number of transfers between own addresses. */
const MOVES = 'moves';
/** Default of that limit: more than the sweeper of one server makes. */
const MOVES_UNLESS_SET: Limit = { perHour: 500n, perDay: 5_000n };

export interface Counted {
  readonly approval: Approval;
  readonly decoded: Decoded;
  /** The key of an internal transfer's destination. */
  readonly toKey: KeyRef | undefined;
  /** The last signature for the same id. */
  readonly before: SignedRecord | undefined;
  /** The tier of a withdrawal. */
  readonly operators: OperatorCount;
}

/**
 * Every limit by its name: an asset, `withoutOperators.<asset>`, `withOneOperator.<asset>`,
 * `fees.<chain>` where the chain's own coin is no asset, `moves`.
 */
export function limitsOf({ assets, fees, moves }: SignerPolicy): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>(
    assets.map(({ id, perHour, perDay }) => [id, { perHour, perDay }]),
  );
  for (const { id, withoutOperators, withOneOperator } of assets) {
    limits.set(`withoutOperators.${id}`, {
      perHour: withoutOperators.perDay,
      perDay: withoutOperators.perDay,
    });
    limits.set(`withOneOperator.${id}`, {
      perHour: withOneOperator.perDay,
      perDay: withOneOperator.perDay,
    });
  }
  for (const [chain, limit] of Object.entries(fees ?? {})) limits.set(`fees.${chain}`, limit);
  return limits.set(MOVES, moves ?? MOVES_UNLESS_SET);
}

/**
 * The limit that counts the fees of a chain: that of its own coin, together with withdrawals of the
 * coin, or a limit for fees alone where the coin is not listed.
 */
export function feeLimitOf({ assets }: SignerPolicy, chain: Chain): string {
  return (
    assets.find((asset) => asset.chain === chain && asset.token === undefined)?.id ??
    `fees.${chain}`
  );
}

/**
 * The counts of a signature, by the name of the limit. The amount counts for a withdrawal, and for
 * a transfer to a deposit address: coins there are ours, but wallets look at few of these
 * addresses. The highest possible fee counts for every kind. A replacement uses the same nonce or
 * inputs, so only its additional fee counts; on Tron, where both of two attempts could be included,
 * each counts whole.
 */
export function countsOf(
  { approval, decoded, toKey, before, operators }: Counted,
  policy: SignerPolicy,
): ReadonlyMap<string, bigint> {
  const counts = new Map<string, bigint>();
  const add = (limit: string, amount: bigint): void => {
    if (amount > 0n) counts.set(limit, (counts.get(limit) ?? 0n) + amount);
  };
  const isReplacement = before !== undefined && decoded.slots.length > 0;
  add(
    feeLimitOf(policy, approval.chain),
    isReplacement ? decoded.fee - BigInt(before.fee ?? '0') : decoded.fee,
  );
  if (isReplacement) return counts;
  if (approval.kind === 'withdrawal' || toKey?.account === DEPOSIT_ACCOUNT)
    add(decoded.asset, decoded.amount);
  const tier = tierName(decoded.asset, operators);
  if (approval.kind === 'withdrawal' && tier !== undefined) add(tier, decoded.amount);
  if (approval.kind === 'internal') add(MOVES, 1n);
  return counts;
}

/** @throws SignerRefusal `over_limit`; an unknown limit allows nothing */
export function requireWithinLimits(
  counts: ReadonlyMap<string, bigint>,
  {
    policy,
    log,
    nowMs,
  }: { readonly policy: SignerPolicy; readonly log: SignerLog; readonly nowMs: number },
): void {
  const limits = limitsOf(policy);
  for (const [name, amount] of counts) {
    const { perHour, perDay } = limits.get(name) ?? { perHour: 0n, perDay: 0n };
    const { hour, day } = log.outflow(name, nowMs);
    if (hour + amount > perHour)
      throw new SignerRefusal('over_limit', `${name}: more than ${perHour} within an hour`);
    if (day + amount > perDay)
      throw new SignerRefusal('over_limit', `${name}: more than ${perDay} within a day`);
  }
}
