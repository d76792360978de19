import { FEE_VOLUME_DAYS, feeTerms, feeTiers } from '@meridian/contract/fee/calls';
import type { UserId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { percent } from '../market/percent.ts';
import { termsNow } from './terms.ts';

const DAY_MS = 86_400_000;

export interface FeeServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly now: () => number;
}

/** Fees: the tiers of spot trades with the caller's own one, and the charges of other products. */
export function registerFeeRoutes(gateway: CallRegistry, { live, now }: FeeServices): void {
  gateway.registerCall(feeTerms, () => termsNow(live));
  gateway.registerCall(feeTiers, ({ session }) => {
    const { fee } = live;
    const currency = live.currency(fee.currency);
    const plain = (units: bigint): string => formatDecimal(units, currency?.scale ?? 0);
    const list = fee.tiers.map(({ volume, makerFeeBps, takerFeeBps }, index) => ({
      level: index + 1,
      volume: plain(volume),
      maker_fee: percent(makerFeeBps),
      taker_fee: percent(takerFeeBps),
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
