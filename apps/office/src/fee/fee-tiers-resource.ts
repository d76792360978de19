import type { Input } from '@meridian/contract/client/named-calls';
import TiersIcon from '@mui/icons-material/StairsOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { FeeTiersEdit } from './fee-tiers-form.tsx';
import { FeeTierList } from './fee-tier-list.tsx';
import { ALL_TIERS, type FeeTierRow } from './fee-words.ts';

type Saved = Input<'POST /office/api/fee_tiers_save'>;

export const feeTiersResource: OfficeResource = {
  name: 'fee-tiers',
  permission: 'markets.write',
  options: { label: 'Fee tiers' },
  icon: TiersIcon,
  list: FeeTierList,
  edit: FeeTiersEdit,
  calls: {
    list: async ({ signal }) => {
      const { tiers, currency_name } = await call('GET /office/api/fee_tiers', {}, { signal });
      return tiers.map((tier, index) => ({ ...tier, currency_name, id: index + 1 }));
    },
    one: async (_id, signal) => {
      const { currency, tiers } = await call('GET /office/api/fee_tiers', {}, { signal });
      return { id: ALL_TIERS, currency: currency === 0 ? null : currency, tiers };
    },
    update: (_id, data) => call('POST /office/api/fee_tiers_save', savedOf(data)),
  },
};

function savedOf(data: Fields): Saved {
  const rows = (data['tiers'] ?? []) as readonly FeeTierRow[];
  const tiers = rows.map(({ volume, maker_fee_bps, taker_fee_bps }) =>
    [volume, maker_fee_bps, taker_fee_bps].join(':'),
  );
  return {
    currency: Number(data['currency']),
    ...(tiers.length === 0 ? {} : { tiers: tiers.join(',') }),
  };
}
