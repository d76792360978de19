import type { Input, Output } from '@meridian/contract/client/named-calls';
import type { Fields } from '../resource.ts';

type WireMarket = Output<'GET /office/api/markets'>[number];
type Rules = Omit<Input<'POST /office/api/market_save'>, 'id'>;

/** A market as lists and forms have it: flags are switches. */
export type Market = ReturnType<typeof marketOf>;

export function marketOf({ is_display, open_microtrade, ...market }: WireMarket) {
  return { ...market, is_display: is_display === 1, hasSeconds: open_microtrade === 1 };
}

/** The rules that a form has, for the calls. */
export function rulesOf(data: Fields): Rules {
  const {
    maker_fee_bps,
    taker_fee_bps,
    min_total,
    max_quantity,
    max_open_orders,
    band_bps,
    slippage_bps,
    status,
  } = data as unknown as Rules;
  const flag = (name: string): '0' | '1' => (data[name] === true ? '1' : '0');
  return {
    maker_fee_bps,
    taker_fee_bps,
    min_total,
    max_quantity,
    max_open_orders,
    band_bps,
    slippage_bps,
    status,
    is_display: flag('is_display'),
    open_microtrade: flag('hasSeconds'),
  };
}
