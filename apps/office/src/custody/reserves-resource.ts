import ReserveIcon from '@mui/icons-material/SavingsOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { ReservesPage } from './reserves-page.tsx';

export const reservesResource: OfficeResource = {
  name: 'reserves',
  permission: 'custody.read',
  options: { label: 'Reserves' },
  icon: ReserveIcon,
  list: ReservesPage,
  // A singleton: it has no list.
  calls: {
    one: async (id, signal) => ({
      id,
      ...(await call('GET /office/api/reserves', {}, { signal })),
    }),
  },
};

/** Addresses of cold storage and the newest moves; shown with the reserves. */
export const coldStorageResource: OfficeResource = {
  name: 'cold-storage',
  permission: 'custody.read',
  calls: {
    one: async (id, signal) => ({
      id,
      ...(await call('GET /office/api/cold_storage', {}, { signal })),
    }),
  },
};
