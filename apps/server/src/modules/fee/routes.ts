import { FEE_VOLUME_DAYS, feeTiers } from '@meridian/contract/fee/calls';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';

const DAY_MS = 86_400_000;

export interface FeeServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly now: () => number;
}

/** Fees of trades: their tiers, and where the caller stands. */
export function registerFeeRoutes(gateway: CallRegistry, { live, now }: FeeServices): void {
  gateway.registerCall(feeTiers, ({ session }) => {
    const { fee } = live;
    const currency = live.currency(fee.currency);
    const plain = (units: bigint): string => formatDecimal(units, currency?.scale ?? 0);
    const list = fee.tiers.map(({ volume, makerFeeBps, takerFeeBps }, index) => ({
      level: index + 1,
      volume: plain(volume),
      maker_fee: formatDecimal(BigInt(makerFeeBps), 2),
      taker_fee: formatDecimal(BigInt(takerFeeBps), 2),
    }));
    const common = { currency_id: fee.currency, currency_name: currency?.code ?? '' };
    if (session === undefined) return { ...common, days: FEE_VOLUME_DAYS, list, my: null };
    const [user, timeMs] = [session.user as UserId, now()];
    const volume = fee.volumeOf(user, timeMs);
    const level = fee.tiers.filter((tier) => tier.volume <= volume).length;
    const my = {
      level,
      volume: plain(volume),
      today: plain(fee.todayOf(user, timeMs)),
      tomorrow: plain(fee.volumeOf(user, timeMs + DAY_MS)),
    };
    return { ...common, days: FEE_VOLUME_DAYS, list, my };
  });
}
