import DashboardIcon from '@mui/icons-material/SpeedRounded';
import { call } from '../../http.ts';
import type { OfficeResource } from '../../resource.ts';
import { DashboardPage } from './dashboard-page.tsx';

export const dashboardResource: OfficeResource = {
  name: 'dashboard',
  permission: 'dashboard.read',
  options: { label: 'Dashboard' },
  icon: DashboardIcon,
  list: DashboardPage,
  // A singleton: it has no list.
  calls: {
    one: async (id, signal) => ({
      id,
      ...(await call('GET /office/api/dashboard', {}, { signal })),
    }),
  },
};
