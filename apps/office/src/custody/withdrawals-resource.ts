import WithdrawalIcon from '@mui/icons-material/OutboundOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import type { Withdrawal } from './custody-words.ts';
import { WithdrawalList } from './withdrawal-list.tsx';

export const withdrawalsResource: OfficeResource = {
  name: 'withdrawals',
  permission: 'custody.read',
  options: { label: 'Withdrawals' },
  icon: WithdrawalIcon,
  list: WithdrawalList,
  calls: {
    list: ({ page, filter: { q = '', status = 'all' }, signal }) =>
      call(
        'GET /office/api/withdrawals',
        { page, q, ...(status === 'all' ? {} : { status: status as Withdrawal['status'] }) },
        { signal },
      ),
  },
};
