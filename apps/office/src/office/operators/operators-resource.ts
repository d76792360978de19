import type { Input } from '@meridian/contract/client/named-calls';
import OperatorIcon from '@mui/icons-material/BadgeOutlined';
import { call } from '../../http.ts';
import type { Fields, OfficeResource } from '../../resource.ts';
import { isProposed } from '../../shared/proposed.ts';
import { OperatorCreate, OperatorEdit } from './operator-form.tsx';
import { OperatorList } from './operator-list.tsx';

/** The empty list. Empty fields are not sent, and a field left out stays unchanged. */
const NOWHERE = ',';

type Saved = Input<'POST /office/api/operator_save'>;

async function operators(signal?: AbortSignal) {
  return call('GET /office/api/operators', {}, { signal });
}

async function addOperator(data: Fields) {
  const { account, name, role, addresses, reason } = data as unknown as Required<Saved>;
  const answer = await call('POST /office/api/operator_save', {
    account,
    name,
    role,
    addresses,
    reason,
  });
  if (isProposed(answer)) return answer;
  const added = (await operators()).find((one) => one.account === account.trim().toLowerCase());
  return { id: added?.id ?? 0 };
}

function changeOperator(id: number, data: Fields) {
  const { name, role, addresses, is_disabled, reason } = data as unknown as Required<Saved> & {
    readonly is_disabled: boolean;
  };
  return call('POST /office/api/operator_save', {
    id,
    name: name ?? '',
    role,
    disabled: is_disabled ? '1' : '0',
    addresses: addresses || NOWHERE,
    reason,
  });
}

export const operatorsResource: OfficeResource = {
  name: 'operators',
  permission: 'operators.write',
  options: { label: 'Operators' },
  icon: OperatorIcon,
  list: OperatorList,
  edit: OperatorEdit,
  create: OperatorCreate,
  recordRepresentation: 'account',
  calls: {
    list: ({ signal }) => operators(signal),
    one: async (id, signal) => {
      const operator = (await operators(signal)).find((one) => one.id === Number(id));
      if (operator === undefined) throw new Error('This operator is not there.');
      return operator;
    },
    create: addOperator,
    update: (id, data) => changeOperator(Number(id), data),
  },
};
