import type { SignerAsset } from './policy.ts';
import type { SignerLog } from './signer-log.ts';

/** How many operators' devices sign a withdrawal: none, one or two. */
export type OperatorCount = 0 | 1 | 2;

/**
 * The name of the limit that withdrawals with so few operators count in; undefined: two operators,
 * whom only the asset's own limits bound.
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
 * The fewest operators that a withdrawal needs now. The sum of a day counts too: else many small
 * ones would be a large one.
 */
export function operatorsNeeded(asked: Asked): OperatorCount {
  return ([0, 1] as const).find((operators) => isWithin(operators, asked)) ?? 2;
}

/**
 * The tier that a withdrawal goes by which so many operators have signed: of those that allow it
 * the one with the most. Undefined: none, more have to sign.
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
