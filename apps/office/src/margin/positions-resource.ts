import PositionIcon from '@mui/icons-material/StackedLineChartOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { PositionList } from './position-list.tsx';

export const positionsResource: OfficeResource = {
  name: 'positions',
  permission: 'contracts.read',
  options: { label: 'Positions' },
  icon: PositionIcon,
  list: PositionList,
  calls: {
    list: ({ page, filter: { q = '', market = '' }, signal }) =>
      call(
        'GET /office/api/margin_positions',
        { page, q, ...(market === '' ? {} : { market: Number(market) }) },
        { signal },
      ),
  },
};
