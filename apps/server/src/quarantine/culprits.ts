/**
 * Finds the markets whose prices broke an `index.set`, on copies of the state, before the engine
 * accepts commands.
 */
import { decodeCommand } from '@meridian/core/command-codec';
import type { MarketId } from '@meridian/core/ids';
import { Exchange } from '@meridian/core/exchange';
import type { FaultRecord } from './fault-record.ts';

/**
 * The markets whose price alone breaks an invariant. Empty if none does, or if time alone does it,
 * or every price: then no single market is the cause.
 * @param exchange the state at the command, or nearly: changes lost with it are missing. It stays
 * unchanged
 */
export function culpritsOf(
  exchange: Exchange,
  { command: payload, timeMs }: Pick<FaultRecord, 'command' | 'timeMs'>,
): MarketId[] {
  const command = decodeCommand(payload);
  if (command.kind !== 'index.set') throw new Error(`${command.kind} has no prices`);
  const atMs = Math.max(timeMs, exchange.timeMs);
  let trial = copyOf(exchange);
  if (breaks(() => trial.apply({ kind: 'clock.tick' }, atMs))) return [];
  const culprits: MarketId[] = [];
  for (const price of command.prices) {
    if (!breaks(() => trial.apply({ ...command, prices: [price] }, atMs))) continue;
    culprits.push(price[0]);
    // A state that has thrown is not used again.
    trial = copyOf(exchange);
  }
  return culprits.length > 1 && culprits.length === command.prices.length ? [] : culprits;
}

function copyOf(exchange: Exchange): Exchange {
  return Exchange.restore(exchange.snapshot());
}

function breaks(action: () => unknown): boolean {
  try {
    action();
    return false;
  } catch {
    return true;
  }
}
