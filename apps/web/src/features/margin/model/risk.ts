import { compareDecimals, decimalsOf, formatDecimal, parseDecimal } from '@meridian/money/decimal';
import { negated, sum, worthAt } from './position-figures.ts';
import type { Position, Standing } from './position.ts';

/** Decimals of amounts and of the maintained equity, and two for hundredths. */
const SCALE = 18;
const FULL = 10_000n;
/** Largest risk, in hundredths of a percent: an account beyond it is liquidated already. */
const MOST = 999_00n;

/** How near an account is to its liquidation: safe, a warning, the last warning. */
export type RiskLevel = 'safe' | 'warning' | 'danger';
export const WARNING_PERCENT = '70';
export const DANGER_PERCENT = '85';
/** Below this a warning is over. */
const OVER_PERCENT = '60';

/** The parts of a standing that decide how near it is to its liquidation. */
export type Endangered = Pick<Standing, 'available' | 'margins' | 'profits' | 'maintained'>;

/**
 * Percent of the way to liquidation, with two decimals: the equity that must be maintained, divided
 * by the present equity. At 100 the account is liquidated, as elsewhere. Undefined without
 * positions.
 */
export function riskPercent({
  available,
  margins,
  profits,
  maintained,
}: Endangered): string | undefined {
  const [held, needed] = [units(margins), units(maintained)];
  if (held <= 0n || needed <= 0n) return undefined;
  const equity = units(available) + held + units(profits);
  const ratio = equity <= 0n ? MOST : (needed * FULL) / equity;
  return formatDecimal(ratio > MOST ? MOST : ratio, 2);
}

type Isolated = Pick<
  Position,
  'side' | 'quantity' | 'markPrice' | 'liquidationPrice' | 'freed' | 'nightFees'
>;

/**
 * The same for an isolated position, by its own equity. The equity that it must maintain is its
 * equity at its liquidation price. Undefined where no price would liquidate it.
 */
export function isolatedRiskPercent(position: Isolated): string | undefined {
  const { side, quantity, markPrice, liquidationPrice, freed, nightFees } = position;
  const [now, last] = [worthAt(markPrice, position), worthAt(liquidationPrice, { quantity })];
  if (now === undefined || last === undefined) return undefined;
  const lost = side === 'long' ? sum([now, negated(last)]) : sum([last, negated(now)]);
  const equity = units(sum([freed, negated(nightFees)]));
  const ratio = equity <= 0n ? MOST : ((equity - units(lost)) * FULL) / equity;
  return formatDecimal(ratio > MOST ? MOST : ratio, 2);
}

/** The level of a risk in percent. */
export function riskLevel(percent: string | undefined): RiskLevel {
  if (percent === undefined) return 'safe';
  if ((compareDecimals(percent, DANGER_PERCENT) ?? -1) >= 0) return 'danger';
  return (compareDecimals(percent, WARNING_PERCENT) ?? -1) >= 0 ? 'warning' : 'safe';
}

/** The worst level since the account was last safe, and the one that its owner has dismissed. */
export interface RiskMemory {
  readonly worst: RiskLevel;
  readonly dismissed: RiskLevel;
}
export const CALM: RiskMemory = { worst: 'safe', dismissed: 'safe' };

const LEVELS: readonly RiskLevel[] = ['safe', 'warning', 'danger'];

export function isAtLeast(level: RiskLevel, other: RiskLevel): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(other);
}

/**
 * The memory after another risk figure. A warning ends only well below the level at which it began,
 * so that a risk around the threshold is told once. Without a figure nothing changes: the
 * connection may be down.
 */
export function rememberRisk(before: RiskMemory, percent: string | undefined): RiskMemory {
  if (percent === undefined) return before;
  if ((compareDecimals(percent, OVER_PERCENT) ?? 0) < 0)
    return before.worst === 'safe' && before.dismissed === 'safe' ? before : CALM;
  const level = riskLevel(percent);
  return isAtLeast(before.worst, level) ? before : { ...before, worst: level };
}

/** Exact up to 18 decimals, more are cut. */
function units(text: string): bigint {
  const plain = decimalsOf(text) > SCALE ? text.slice(0, text.indexOf('.') + 1 + SCALE) : text;
  const scale = decimalsOf(plain);
  const parsed = parseDecimal(plain, scale);
  return parsed.ok ? parsed.units * 10n ** BigInt(SCALE - scale) : 0n;
}
