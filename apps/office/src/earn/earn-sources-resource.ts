import type { Input } from '@meridian/contract/client/named-calls';
import SourceIcon from '@mui/icons-material/WaterDropOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { isProposed } from '../shared/proposed.ts';
import { EarnSourceFund } from './earn-source-fund.tsx';
import { EarnSourceList } from './earn-source-list.tsx';

type Funding = Input<'POST /office/api/earn_fund'>;

export const earnSourcesResource: OfficeResource = {
  name: 'earn-sources',
  permission: 'contracts.read',
  options: { label: 'Interest sources' },
  icon: SourceIcon,
  list: EarnSourceList,
  create: EarnSourceFund,
  calls: {
    list: ({ signal }) => call('GET /office/api/earn_products', {}, { signal }),
    create: async (data) => {
      const { product, direction, amount } = data as unknown as Funding;
      const answer = await call('POST /office/api/earn_fund', {
        product: Number(product),
        direction,
        amount,
      });
      return isProposed(answer) ? answer : { id: Number(product) };
    },
  },
};
