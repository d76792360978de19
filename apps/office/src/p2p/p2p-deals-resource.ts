import DealIcon from '@mui/icons-material/SwapHorizOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { P2pDealPage } from './p2p-deal-page.tsx';
import { P2pDealList } from './p2p-deal-list.tsx';
import type { DEAL_QUEUES } from './p2p-words.ts';

export const p2pDealsResource: OfficeResource = {
  name: 'p2p-deals',
  permission: 'p2p.read',
  options: { label: 'P2P deals' },
  icon: DealIcon,
  list: P2pDealList,
  show: P2pDealPage,
  calls: {
    list: ({ page, filter: { q = '', status = 'all' }, signal }) =>
      call(
        'GET /office/api/p2p_deals',
        { page, q, ...(status === 'all' ? {} : { status: status as keyof typeof DEAL_QUEUES }) },
        { signal },
      ),
    one: (id, signal) => call('GET /office/api/p2p_deal', { id: Number(id) }, { signal }),
  },
};
