import PaymentIcon from '@mui/icons-material/PaymentOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { PaymentList } from './payment-list.tsx';
import type { Payment } from './payment-words.ts';

export const paymentsResource: OfficeResource = {
  name: 'payments',
  permission: 'payments.read',
  options: { label: 'Payments' },
  icon: PaymentIcon,
  list: PaymentList,
  calls: {
    list: ({ page, filter: { q = '', status = 'all' }, signal }) =>
      call(
        'GET /office/api/payments',
        { page, q, ...(status === 'all' ? {} : { status: status as Payment['status'] }) },
        { signal },
      ),
  },
};
