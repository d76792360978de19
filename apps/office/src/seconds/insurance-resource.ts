import type { Input } from '@meridian/contract/client/named-calls';
import InsuranceIcon from '@mui/icons-material/ShieldOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { InsuranceCreate, InsuranceEdit } from './insurance-form.tsx';
import { InsuranceList } from './insurance-list.tsx';

type Saved = Omit<Input<'POST /office/api/insurance_offer_save'>, 'id' | 'open'>;

export const insuranceResource: OfficeResource = {
  name: 'insurance',
  permission: 'contracts.read',
  options: { label: 'Insurance' },
  icon: InsuranceIcon,
  list: InsuranceList,
  edit: InsuranceEdit,
  create: InsuranceCreate,
  calls: {
    list: ({ signal }) => call('GET /office/api/insurance_offers', {}, { signal }),
    one: async (id, signal) => {
      const offer = (await call('GET /office/api/insurance_offers', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (offer === undefined) throw new Error('This insurance is not listed.');
      return offer;
    },
    create: (data) => call('POST /office/api/insurance_offer_save', offerOf(data)),
    update: (id, data) =>
      call('POST /office/api/insurance_offer_save', { id: Number(id), ...offerOf(data) }),
  },
};

function offerOf(data: Fields) {
  const { currency, premium_bps, cover_bps, min_insured, max_insured, days } =
    data as unknown as Saved;
  return {
    currency: Number(currency),
    premium_bps,
    cover_bps,
    min_insured,
    max_insured,
    days,
    open: data['is_open'] === true ? ('1' as const) : ('0' as const),
  };
}
