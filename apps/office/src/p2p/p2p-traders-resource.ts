import TraderIcon from '@mui/icons-material/StorefrontOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { P2pTraderList } from './p2p-trader-list.tsx';
import type { TRADER_TABS } from './p2p-words.ts';

export const p2pTradersResource: OfficeResource = {
  name: 'p2p-traders',
  permission: 'p2p.read',
  options: { label: 'P2P traders' },
  icon: TraderIcon,
  list: P2pTraderList,
  calls: {
    list: ({ page, filter: { q = '', kind = 'all' }, signal }) =>
      call(
        'GET /office/api/p2p_traders',
        {
          page,
          q,
          ...(kind === 'all' ? {} : { kind: kind as (typeof TRADER_TABS)[number]['value'] }),
        },
        { signal },
      ),
  },
};
