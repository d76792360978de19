import HouseIcon from '@mui/icons-material/AccountBalanceOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { HousePage } from './house-page.tsx';

export const houseResource: OfficeResource = {
  name: 'house',
  permission: 'house.read',
  options: { label: 'House' },
  icon: HouseIcon,
  list: HousePage,
  // A singleton: it has no list.
  calls: {
    one: async (id, signal) => ({ id, ...(await call('GET /office/api/house', {}, { signal })) }),
  },
};
