import type { Input } from '@meridian/contract/client/named-calls';
import AdjustmentIcon from '@mui/icons-material/BalanceOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { AdjustmentCreate } from './adjustment-form.tsx';
import { AdjustmentList } from './adjustment-list.tsx';

type State = Input<'GET /office/api/adjustments'>['state'];

export const adjustmentsResource: OfficeResource = {
  name: 'adjustments',
  permission: 'users.read',
  options: { label: 'Adjustments' },
  icon: AdjustmentIcon,
  list: AdjustmentList,
  create: AdjustmentCreate,
  calls: {
    list: ({ page, filter: { state = 'all' }, signal }) =>
      call(
        'GET /office/api/adjustments',
        { page, ...(state === 'all' ? {} : { state: state as NonNullable<State> }) },
        { signal },
      ),
    create: (data) =>
      call(
        'POST /office/api/adjustment_propose',
        data as unknown as Input<'POST /office/api/adjustment_propose'>,
      ),
  },
};
