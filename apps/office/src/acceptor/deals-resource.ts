import DealIcon from '@mui/icons-material/GavelOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import type { Deal } from './acceptor-words.ts';
import { DealList } from './deal-list.tsx';

export const dealsResource: OfficeResource = {
  name: 'acceptor-deals',
  permission: 'custody.read',
  options: { label: 'Acceptor deals' },
  icon: DealIcon,
  list: DealList,
  calls: {
    list: ({ page, filter: { q, status = 'all' }, signal }) =>
      call(
        'GET /office/api/acceptor_deals',
        {
          page,
          ...(q === undefined ? {} : { q }),
          ...(status === 'all' ? {} : { status: status as Deal['status'] }),
        },
        { signal },
      ),
  },
};
