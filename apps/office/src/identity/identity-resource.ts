import BadgeIcon from '@mui/icons-material/BadgeOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { ApplicationList } from './application-list.tsx';
import { ApplicationPage } from './application-page.tsx';

export const identityResource: OfficeResource = {
  name: 'identity',
  permission: 'identity.review',
  options: { label: 'Identity review' },
  icon: BadgeIcon,
  list: ApplicationList,
  show: ApplicationPage,
  calls: {
    list: ({ page, filter, signal }) =>
      call(
        'GET /office/api/applications',
        { page, q: filter['q'] ?? '', ...statusOf(filter['status']) },
        { signal },
      ),
    one: (id, signal) => call('GET /office/api/application', { id: Number(id) }, { signal }),
  },
};

function statusOf(status: string | undefined): { status?: '1' | '2' | '3' } {
  return status === '1' || status === '2' || status === '3' ? { status } : {};
}
