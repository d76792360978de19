import { NEW_ADDRESS_WAIT_MS, type WithdrawalRisk } from '@meridian/core/custody/custody-commands';
import type { CurrencyId } from '@meridian/core/ids';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';

/** Risks of a session, each with the time at which it ends. */
export type RiskEnds = Readonly<Partial<Record<WithdrawalRisk, Date>>>;

/**
 * Coins that are sold for fiat leave their owner as by a withdrawal. An odd withdrawal waits for an
 * operator; a sale has no operator, so it waits until the risk ends.
 */
export function requireNoRisk({ new_device: known, security_change: forgotten }: RiskEnds): void {
  if (known !== undefined)
    throw new Refusal('new_device_wait', { until: shanghaiTime(known.getTime()) });
  if (forgotten !== undefined)
    throw new Refusal('security_change_wait', { until: shanghaiTime(forgotten.getTime()) });
}

/**
 * Milliseconds for which a newly saved account receives nothing for a coin: the longest wait of new
 * addresses on the coin's networks; of all networks for a coin that has none, and the usual one
 * where there is none at all.
 */
export function accountWaitMs(live: Pick<LiveView, 'custody'>, coin: CurrencyId): number {
  const networks = live.custody.networks();
  const own = networks.filter(({ currency }) => currency === coin);
  const waits = (own.length > 0 ? own : networks).map(
    ({ newAddressWaitMs = NEW_ADDRESS_WAIT_MS }) => newAddressWaitMs,
  );
  return waits.length === 0 ? NEW_ADDRESS_WAIT_MS : Math.max(...waits);
}
