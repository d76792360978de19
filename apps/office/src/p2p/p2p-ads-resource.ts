import AdIcon from '@mui/icons-material/CampaignOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { P2pAdList } from './p2p-ad-list.tsx';

export const p2pAdsResource: OfficeResource = {
  name: 'p2p-ads',
  permission: 'p2p.read',
  options: { label: 'P2P ads' },
  icon: AdIcon,
  list: P2pAdList,
  calls: {
    list: ({ page, filter: { q = '', currency = '' }, signal }) =>
      call(
        'GET /office/api/p2p_ads',
        { page, q, ...(currency === '' ? {} : { currency: Number(currency) }) },
        { signal },
      ),
  },
};
