import type { Input } from '@meridian/contract/client/named-calls';
import LoanIcon from '@mui/icons-material/AccountBalanceOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { LoanList } from './loan-list.tsx';

type State = NonNullable<Input<'GET /office/api/loans'>['state']>;

export const loansResource: OfficeResource = {
  name: 'loans',
  permission: 'loans.read',
  options: { label: 'Loans' },
  icon: LoanIcon,
  list: LoanList,
  calls: {
    list: ({ page, filter: { q = '', state = 'all' }, signal }) =>
      call(
        'GET /office/api/loans',
        { page, q, ...(state === 'all' ? {} : { state: state as State }) },
        { signal },
      ),
  },
};
