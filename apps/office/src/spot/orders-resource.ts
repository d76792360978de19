import OrderIcon from '@mui/icons-material/FormatListBulletedOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { OrderList, type OrderOwner } from './order-list.tsx';

export const ordersResource: OfficeResource = {
  name: 'orders',
  permission: 'users.read',
  options: { label: 'Orders' },
  icon: OrderIcon,
  list: OrderList,
  calls: {
    list: ({ page, filter: { q = '', symbol = '', owner = 'all' }, signal }) =>
      call(
        'GET /office/api/orders',
        { page, q, symbol, ...(owner === 'all' ? {} : { owner: owner as OrderOwner }) },
        { signal },
      ),
  },
};
