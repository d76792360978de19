import SavingIcon from '@mui/icons-material/AccountBalanceWalletOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { EarnSavingList } from './earn-saving-list.tsx';

export const earnSavingsResource: OfficeResource = {
  name: 'earn-savings',
  permission: 'contracts.read',
  options: { label: 'Savings' },
  icon: SavingIcon,
  list: EarnSavingList,
  calls: {
    list: ({ page, filter: { q = '' }, signal }) =>
      call('GET /office/api/earn_savings', { page, q }, { signal }),
  },
};
