import type { Input } from '@meridian/contract/client/named-calls';
import MarketIcon from '@mui/icons-material/CandlestickChartOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { MarketCreate, MarketEdit } from './market-form.tsx';
import { MarketList } from './market-list.tsx';
import { marketOf, rulesOf } from './market-translate.ts';

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
    list: async ({ signal }) =>
      (await call('GET /office/api/markets', {}, { signal })).map(marketOf),
    one: async (id, signal) => {
      const market = (await call('GET /office/api/markets', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (market === undefined) throw new Error('This market is not listed.');
      return marketOf(market);
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
