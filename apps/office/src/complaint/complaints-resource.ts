import ComplaintIcon from '@mui/icons-material/FeedbackOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { ComplaintList } from './complaint-list.tsx';
import { ComplaintPage } from './complaint-page.tsx';
import type { ComplaintRow } from './complaint-words.ts';

export const complaintsResource: OfficeResource = {
  name: 'complaints',
  permission: 'complaints.answer',
  options: { label: 'Complaints' },
  icon: ComplaintIcon,
  list: ComplaintList,
  show: ComplaintPage,
  calls: {
    list: ({ page, filter: { q = '', state = 'all', subject = '' }, signal }) =>
      call(
        'GET /office/api/complaints',
        {
          page,
          q,
          ...(state === 'all' ? {} : { state: state as ComplaintRow['state'] }),
          ...(subject === '' ? {} : { subject: subject as ComplaintRow['subject'] }),
        },
        { signal },
      ),
    one: (id, signal) => call('GET /office/api/complaint', { id: Number(id) }, { signal }),
  },
};
