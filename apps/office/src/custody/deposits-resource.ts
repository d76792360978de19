import DepositIcon from '@mui/icons-material/MoveToInboxOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import type { Deposit } from './custody-words.ts';
import { DepositList } from './deposit-list.tsx';

export const depositsResource: OfficeResource = {
  name: 'deposits',
  permission: 'custody.read',
  options: { label: 'Deposits' },
  icon: DepositIcon,
  list: DepositList,
  calls: {
    list: ({ page, filter: { q = '', status = 'all' }, signal }) =>
      call(
        'GET /office/api/deposits',
        { page, q, ...(status === 'all' ? {} : { status: status as Deposit['status'] }) },
        { signal },
      ),
  },
};
