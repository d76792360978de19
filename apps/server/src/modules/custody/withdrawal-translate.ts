import type { withdrawInfo } from '@meridian/contract/custody/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { LiveView } from '../live-view.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { unitScale } from '../market/valuation.ts';
import type { networkOfCall } from './network-of-call.ts';

/**
 * Terms of a withdrawal, with the amounts that its user has and may send today.
 * @param dayLimit its worth
 */
export function withdrawalInfo(
  live: LiveView,
  user: UserId,
  {
    currency,
    network,
    dayLimit,
    heldUntil,
  }: {
    readonly currency: Currency;
    readonly network: ReturnType<typeof networkOfCall>;
    readonly dayLimit: bigint;
    readonly heldUntil: Date | null;
  },
): CallOutput<typeof withdrawInfo> {
  const text = (units: bigint): string => formatDecimal(units, currency.scale);
  const worth = (units: bigint): string => formatDecimal(units, unitScale(live));
  const left = dayLimit - live.custody.askedToday(user, live.timeMs);
  return {
    name: currency.code,
    network: network.name,
    decimals: currency.scale,
    change_balance: text(live.balance(user, 'spot', currency.id).available),
    legal_balance: text(live.balance(user, 'p2p', currency.id).available),
    min_number: text(network.minWithdrawal),
    max_number: text(network.maxWithdrawal),
    rate: text(network.fee),
    day_limit: worth(dayLimit),
    day_left: worth(left > 0n ? left : 0n),
    held_until:
      heldUntil !== null && heldUntil.getTime() > live.timeMs
        ? shanghaiTime(heldUntil.getTime())
        : '',
    is_open: network.isOpen && !live.custody.isPaused(currency.id) ? 1 : 0,
  };
}
