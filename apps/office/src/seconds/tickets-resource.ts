import type { Input } from '@meridian/contract/client/named-calls';
import TicketIcon from '@mui/icons-material/ConfirmationNumberOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { TicketList } from './ticket-list.tsx';

type Status = NonNullable<Input<'GET /office/api/seconds_tickets'>['status']>;

export const ticketsResource: OfficeResource = {
  name: 'tickets',
  permission: 'contracts.read',
  options: { label: 'Tickets' },
  icon: TicketIcon,
  list: TicketList,
  calls: {
    list: ({ page, filter: { q = '', market = '', status = 'all' }, signal }) =>
      call(
        'GET /office/api/seconds_tickets',
        {
          page,
          q,
          ...(market === '' ? {} : { market: Number(market) }),
          ...(status === 'all' ? {} : { status: status as Status }),
        },
        { signal },
      ),
  },
};
