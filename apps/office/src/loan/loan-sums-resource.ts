import SumsIcon from '@mui/icons-material/SavingsOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { LoanSumList } from './loan-sum-list.tsx';

export const loanSumsResource: OfficeResource = {
  name: 'loan-sums',
  permission: 'loans.read',
  options: { label: 'Lent savings' },
  icon: SumsIcon,
  list: LoanSumList,
  // A savings product is a row.
  calls: {
    list: async ({ signal }) =>
      (await call('GET /office/api/loan_sums', {}, { signal })).map((row) => ({
        ...row,
        id: row.product,
      })),
  },
};
