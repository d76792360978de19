import type { Input, Output } from '@meridian/contract/client/named-calls';
import type { Fields } from '../resource.ts';

type WireMarket = Output<'GET /office/api/markets'>[number];
type Rules = Omit<Input<'POST /office/api/market_save'>, 'id'>;

/** A market as lists and forms have it: flags are switches. */
export type Market = ReturnType<typeof marketOf>;

export function marketOf({ is_display, open_microtrade, ...market }: WireMarket) {
  return { ...market, is_display: is_display === 1, hasSeconds: open_microtrade === 1 };
}

/** A form of a listed market has the market too; that of a new one has its currencies and grid. */
type Form = Market & Pick<Input<'POST /office/api/market_add'>, 'base' | 'quote'>;

/** The rules that a form has, for the calls. */
export function rulesOf(data: Fields): Rules {
  const { id, symbol, base, quote, tick_size, lot_size, is_display, hasSeconds, ...rules } =
    data as unknown as Form;
  return { ...rules, is_display: flag(is_display), open_microtrade: flag(hasSeconds) };
}

function flag(isOn: boolean): '0' | '1' {
  return isOn ? '1' : '0';
}
