import type { Input } from '@meridian/contract/client/named-calls';
import AcceptorIcon from '@mui/icons-material/StorefrontOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { AcceptorCreate, AcceptorEdit } from './acceptor-form.tsx';
import { AcceptorList } from './acceptor-list.tsx';

type Saved = Input<'POST /office/api/acceptor_save'>;

export const acceptorsResource: OfficeResource = {
  name: 'acceptors',
  permission: 'custody.read',
  options: { label: 'Acceptors' },
  icon: AcceptorIcon,
  list: AcceptorList,
  edit: AcceptorEdit,
  create: AcceptorCreate,
  recordRepresentation: 'name',
  calls: {
    list: ({ page, filter: { q }, signal }) =>
      call('GET /office/api/acceptors', { page, ...(q === undefined ? {} : { q }) }, { signal }),
    one: async (id, signal) => {
      const [acceptor] = (await call('GET /office/api/acceptors', { id: Number(id) }, { signal }))
        .list;
      if (acceptor === undefined) throw new Error('This acceptor is not there.');
      return acceptor;
    },
    create: (data) =>
      call('POST /office/api/acceptor_save', { user: Number(data['user']), ...termsOf(data) }),
    update: (id, data) =>
      call('POST /office/api/acceptor_save', { id: Number(id), ...termsOf(data) }),
  },
};

/** The fields that the form edits, without those that the page only shows. */
function termsOf(data: Fields): Omit<Saved, 'id' | 'user'> {
  const {
    name,
    recharge_amount,
    recharge_rate,
    cash_amount,
    cash_rate,
    wechat_nickname,
    wechat_account,
    ali_nickname,
    ali_account,
    bank_name,
    bank_account,
    bank_address,
  } = data as unknown as Required<Saved>;
  return {
    name,
    recharge_amount,
    recharge_rate,
    cash_amount,
    cash_rate,
    wechat_nickname,
    wechat_account,
    ali_nickname,
    ali_account,
    bank_name,
    bank_account,
    bank_address,
    open: data['is_open'] === true ? '1' : '0',
  };
}
