import WinRatesIcon from '@mui/icons-material/BalanceOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { WinRateList } from './win-rate-list.tsx';

export const winRatesResource: OfficeResource = {
  name: 'win-rates',
  permission: 'contracts.read',
  options: { label: 'Win rates' },
  icon: WinRatesIcon,
  list: WinRateList,
  // Each market has one row for each hour.
  calls: {
    list: async ({ signal }) =>
      (await call('GET /office/api/seconds_win_rates', {}, { signal })).map((row) => ({
        ...row,
        id: `${row.market}-${row.hour_ms}`,
      })),
  },
};
