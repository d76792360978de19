import type { Input } from '@meridian/contract/client/named-calls';
import NetworkIcon from '@mui/icons-material/HubOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import type { Network } from './custody-words.ts';
import { NetworkEdit } from './network-form.tsx';
import { NetworkList } from './network-list.tsx';

type Terms = Omit<Input<'POST /office/api/network_save'>, 'id'>;

export const networksResource: OfficeResource = {
  name: 'networks',
  permission: 'custody.read',
  options: { label: 'Networks' },
  icon: NetworkIcon,
  list: NetworkList,
  edit: NetworkEdit,
  recordRepresentation: 'name',
  calls: {
    list: ({ signal }) => call('GET /office/api/networks', {}, { signal }),
    one: async (id, signal) => {
      const network = (await call('GET /office/api/networks', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (network === undefined) throw new Error('This network has never been open.');
      return network;
    },
    update: (id, data) =>
      call('POST /office/api/network_save', { id: Number(id), ...termsOf(data) }),
  },
};

/** The fields that the form edits, flags as switches, without those that the page only shows. */
function termsOf(data: Fields): Terms {
  const {
    min_deposit,
    confirmations,
    min_withdraw,
    max_withdraw,
    fee,
    max_per_hour,
    max_per_day,
    one_approval_from,
    two_approvals_from,
    new_address_hours,
    hot_ceiling,
  } = data as unknown as Terms;
  const flag = (name: keyof Network): '0' | '1' => (data[name] === true ? '1' : '0');
  return {
    min_deposit,
    confirmations,
    min_withdraw,
    max_withdraw,
    fee,
    max_per_hour,
    max_per_day,
    one_approval_from,
    two_approvals_from,
    new_address_hours,
    hot_ceiling,
    deposit_open: flag('is_deposit_open'),
    withdraw_open: flag('is_withdraw_open'),
  };
}
