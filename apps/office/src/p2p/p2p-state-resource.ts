import StateIcon from '@mui/icons-material/StoreOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { P2pStatePage } from './p2p-state-page.tsx';

export const p2pStateResource: OfficeResource = {
  name: 'p2p-state',
  permission: 'p2p.read',
  options: { label: 'P2P market' },
  icon: StateIcon,
  list: P2pStatePage,
  // A singleton: it has no list.
  calls: {
    one: async (id, signal) => ({
      id,
      ...(await call('GET /office/api/p2p_state', {}, { signal })),
    }),
  },
};
