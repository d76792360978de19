import AccountCircleIcon from '@mui/icons-material/AccountCircle';
import { call } from '../../http.ts';
import type { OfficeResource } from '../../resource.ts';
import { MePage } from './me-page.tsx';

export const meResource: OfficeResource = {
  name: 'me',
  permission: 'any',
  options: { label: 'My account' },
  icon: AccountCircleIcon,
  list: MePage,
  calls: { one: () => call('GET /office/api/me', {}) },
};
