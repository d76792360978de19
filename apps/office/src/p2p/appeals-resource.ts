import AppealIcon from '@mui/icons-material/BalanceOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { AppealList } from './appeal-list.tsx';
import { AppealPage } from './appeal-page.tsx';
import type { AppealRow } from './appeal-words.ts';

export const appealsResource: OfficeResource = {
  name: 'p2p-appeals',
  permission: 'p2p.cases',
  options: { label: 'P2P appeals' },
  icon: AppealIcon,
  list: AppealList,
  show: AppealPage,
  calls: {
    list: ({ page, filter: { state = 'all' }, signal }) =>
      call(
        'GET /office/api/p2p_appeals',
        { page, ...(state === 'all' ? {} : { state: state as AppealRow['state'] }) },
        { signal },
      ),
    one: (id, signal) => call('GET /office/api/p2p_appeal', { id: Number(id) }, { signal }),
  },
};
