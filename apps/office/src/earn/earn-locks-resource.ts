import type { Input } from '@meridian/contract/client/named-calls';
import LockIcon from '@mui/icons-material/LockClockOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { EarnLockList } from './earn-lock-list.tsx';

type Status = NonNullable<Input<'GET /office/api/earn_locks'>['status']>;

export const earnLocksResource: OfficeResource = {
  name: 'earn-locks',
  permission: 'contracts.read',
  options: { label: 'Locks' },
  icon: LockIcon,
  list: EarnLockList,
  calls: {
    list: ({ page, filter: { q = '', status = 'all' }, signal }) =>
      call(
        'GET /office/api/earn_locks',
        { page, q, ...(status === 'all' ? {} : { status: status as Status }) },
        { signal },
      ),
  },
};
