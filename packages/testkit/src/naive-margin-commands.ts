/** The shapes of the commands of margin, a second time. */
import type {
  MarginCommand,
  MarginTerms,
  OpenPosition,
  ReversePosition,
} from '@meridian/core/margin/margin-commands';
import { isTrader, isWholeNumber } from './naive-rules.ts';

export function isWellFormed(command: MarginCommand): boolean {
  if (command.kind === 'margin.terms') return isTerms(command.terms);
  if (!isTrader(command.user)) return false;
  if (command.kind === 'margin.closeAll')
    return (
      ['all', 'long', 'short'].includes(command.which) &&
      (command.currency === undefined ||
        (isWholeNumber(command.currency, 1) && command.currency < 1_024))
    );
  if (command.kind === 'margin.open') {
    const isWorded =
      ['long', 'short'].includes(command.side) && ['market', 'limit'].includes(command.type);
    const areStops = [command.takeProfitTicks, command.stopLossTicks].every(
      (ticks) => ticks === undefined || isWholeNumber(ticks, 0),
    );
    if (![undefined, true, false].includes(command.isIsolated) || !areSeen(command)) return false;
    return isWorded && areStops && isWholeNumber(command.market, 1) && command.market < 65_536;
  }
  if (command.kind === 'margin.reduce')
    return (
      ['long', 'short'].includes(command.side) &&
      isWholeNumber(command.market, 1) &&
      command.market < 65_536
    );
  if (!isWholeNumber(command.position, 1)) return false;
  if (command.kind === 'margin.addMargin' || command.kind === 'margin.removeMargin') {
    const { amount } = command;
    return typeof amount === 'bigint' && amount > 0n && amount < 1n << 62n;
  }
  if (command.kind === 'margin.reverse') return areSeen(command);
  return (
    command.kind !== 'margin.stops' ||
    (isWholeNumber(command.takeProfitTicks, 0) && isWholeNumber(command.stopLossTicks, 0))
  );
}

/** Whether what a command says its customer saw could be terms. */
export function areSeen(command: OpenPosition | ReversePosition): boolean {
  return [command.seenSpreadBps, command.seenFeeBps, command.seenSlippageBps].every(
    (bps) => bps === undefined || (isWholeNumber(bps, 0) && bps <= 1_000),
  );
}

/** Whether a market has other terms than its customer saw. */
export function areOtherThanSeen(
  command: OpenPosition | ReversePosition,
  { spreadBps, feeBps, slippageBps = 50 }: MarginTerms,
): boolean {
  const { seenSpreadBps: spread, seenFeeBps: fee, seenSlippageBps: slippage } = command;
  if (spread !== undefined && spread !== spreadBps) return true;
  if (fee !== undefined && fee !== feeBps) return true;
  return slippage !== undefined && slippage !== slippageBps;
}

function isTerms(terms: MarginTerms): boolean {
  if (typeof terms !== 'object' || terms === null) return false;
  const { market, leverages, lotSize, minLots, maxLots, exposureCap, maintenancePercent } = terms;
  const isUpTo = (value: unknown, low: number, high: number): boolean =>
    isWholeNumber(value, low) && (value as number) <= high;
  const isAmount = (value: unknown, low: bigint): boolean =>
    typeof value === 'bigint' && value >= low && value < 1n << 62n;
  const isList =
    Array.isArray(leverages) &&
    leverages.length > 0 &&
    leverages.length <= 20 &&
    leverages.every(
      (each, index) =>
        isUpTo(each, 1, 1_000) && (index === 0 || each > (leverages[index - 1] ?? 0)),
    );
  const isRated =
    [terms.spreadBps, terms.feeBps, terms.overnightBps].every((bps) => isUpTo(bps, 0, 1_000)) &&
    isUpTo(maintenancePercent, 1, 100);
  const isLater = (
    [
      ['fillDelayMs', 0, 10_000],
      ['fillTimeoutMs', 1_000, 600_000],
      ['slippageBps', 1, 1_000],
      ['liquidationFeeBps', 0, 1_000],
      ['houseMoveBps', 0, 10_000],
      ['minSources', 1, 100],
    ] as const
  ).every(([name, low, high]) => terms[name] === undefined || isUpTo(terms[name], low, high));
  return (
    isLater &&
    isList &&
    isRated &&
    isUpTo(market, 1, 65_535) &&
    isAmount(lotSize, 1n) &&
    isAmount(exposureCap, 0n) &&
    isUpTo(maxLots, 1, 2 ** 36) &&
    isUpTo(minLots, 1, maxLots) &&
    typeof terms.isOpen === 'boolean'
  );
}
