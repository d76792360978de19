import PeopleIcon from '@mui/icons-material/PeopleAlt';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { UserList } from './user-list.tsx';
import { UserPage } from './user-page.tsx';

export const usersResource: OfficeResource = {
  name: 'users',
  permission: 'users.read',
  options: { label: 'Users' },
  icon: PeopleIcon,
  list: UserList,
  show: UserPage,
  recordRepresentation: 'account',
  calls: {
    list: ({ page, filter, signal }) =>
      call('GET /office/api/users', { page, q: filter['q'] ?? '' }, { signal }),
    one: (id, signal) => call('GET /office/api/user', { id: Number(id) }, { signal }),
  },
};
