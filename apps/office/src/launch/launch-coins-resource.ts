import type { Input } from '@meridian/contract/client/named-calls';
import CoinIcon from '@mui/icons-material/RocketLaunchOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { timeOf } from '../shared/time-of.ts';
import { LaunchCoinCreate, LaunchCoinEdit } from './launch-coin-form.tsx';
import { LaunchCoinList } from './launch-coin-list.tsx';

type Saved = Input<'POST /office/api/launch_coin_save'>;

export const launchCoinsResource: OfficeResource = {
  name: 'launch-coins',
  permission: 'markets.write',
  options: { label: 'New coins' },
  icon: CoinIcon,
  list: LaunchCoinList,
  edit: LaunchCoinEdit,
  create: LaunchCoinCreate,
  recordRepresentation: 'name',
  calls: {
    list: ({ signal }) => call('GET /office/api/launch_coins', {}, { signal }),
    one: async (id, signal) => {
      const coin = (await call('GET /office/api/launch_coins', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (coin === undefined) throw new Error('This coin is not there.');
      return {
        ...coin,
        currency: coin.currency === 0 ? null : coin.currency,
        start: new Date(coin.start_ms),
        end: new Date(coin.end_ms),
      };
    },
    create: (data) => call('POST /office/api/launch_coin_save', coinOf(data)),
    update: (id, data) =>
      call('POST /office/api/launch_coin_save', { id: Number(id), ...coinOf(data) }),
  },
};

function coinOf(data: Fields): Omit<Saved, 'id'> {
  const { name, index, planned, start_price, paper } = data as unknown as Omit<Saved, 'id'>;
  return {
    name,
    currency: Number(data['currency'] ?? 0),
    index,
    planned,
    start_price,
    start_ms: timeOf(data['start']) ?? 0,
    end_ms: timeOf(data['end']) ?? 0,
    paper: paper ?? '',
    is_shown: data['is_shown'] === true ? '1' : '0',
  };
}
