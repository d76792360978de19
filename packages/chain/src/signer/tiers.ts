import type { SignerAsset } from './policy.ts';
import type { SignerLog } from './signer-log.ts';

/** Number of operators' devices that sign a withdrawal. */
export type OperatorCount = 0 | 1 | 2;

/**
 * The name of the limit of a tier; undefined for two operators, which only the asset's own limits
 * bound.
 */
export function tierName(asset: string, operators: OperatorCount): string | undefined {
  if (operators === 2) return undefined;
  return operators === 1 ? `withOneOperator.${asset}` : `withoutOperators.${asset}`;
}

interface Asked {
  readonly asset: SignerAsset;
  readonly amount: bigint;
  readonly log: SignerLog;
  readonly nowMs: number;
}

/**
 * The fewest operators that a withdrawal needs now. The sum of a day counts too: otherwise many
 * small withdrawals could replace a large one.
 */
export function operatorsNeeded(asked: Asked): OperatorCount {
  return ([0, 1] as const).find((operators) => isWithin(operators, asked)) ?? 2;
}

/**
 * The tier of a withdrawal with this many signatures: of those that allow it, the one with the most
 * operators. Undefined if none does, and more operators have to sign.
 */
export function tierOf(signed: number, asked: Asked): OperatorCount | undefined {
  return ([2, 1, 0] as const).find(
    (operators) => operators <= signed && isWithin(operators, asked),
  );
}

function isWithin(operators: OperatorCount, { asset, amount, log, nowMs }: Asked): boolean {
  const name = tierName(asset.id, operators);
  if (name === undefined) return true;
  const { perWithdrawal, perDay } =
    operators === 1 ? asset.withOneOperator : asset.withoutOperators;
  return amount <= perWithdrawal && log.outflow(name, nowMs).day + amount <= perDay;
}
