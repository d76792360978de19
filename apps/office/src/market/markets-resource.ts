import type { Input } from '@meridian/contract/client/named-calls';
import MarketIcon from '@mui/icons-material/CandlestickChartOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { MarketCreate, MarketEdit } from './market-form.tsx';
import { MarketList } from './market-list.tsx';
import type { Market } from './market-status.ts';

type Rules = Omit<Input<'POST /office/api/market_save'>, 'id'>;

export const marketsResource: OfficeResource = {
  name: 'markets',
  permission: 'markets.write',
  options: { label: 'Markets' },
  icon: MarketIcon,
  list: MarketList,
  edit: MarketEdit,
  create: MarketCreate,
  recordRepresentation: 'symbol',
  calls: {
    list: async ({ signal }) => (await call('GET /office/api/markets', {}, { signal })).map(formOf),
    one: async (id, signal) => {
      const market = (await call('GET /office/api/markets', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (market === undefined) throw new Error('This market is not listed.');
      return formOf(market);
    },
    create: (data) => {
      const { base, quote, tick_size, lot_size } =
        data as unknown as Input<'POST /office/api/market_add'>;
      return call('POST /office/api/market_add', {
        base,
        quote,
        tick_size,
        lot_size,
        ...rulesOf(data),
      });
    },
    update: (id, data) =>
      call('POST /office/api/market_save', { id: Number(id), ...rulesOf(data) }),
  },
};

/** The form's fields, flags as switches. */
function formOf({ is_display, open_microtrade, ...market }: Market) {
  return { ...market, is_display: is_display === 1, open_microtrade: open_microtrade === 1 };
}

function rulesOf(data: Fields): Rules {
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
    open_microtrade: flag('open_microtrade'),
  };
}
