import type { Input } from '@meridian/contract/client/named-calls';
import TermsIcon from '@mui/icons-material/CurrencyExchangeOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { isProposed } from '../shared/proposed.ts';
import { ConvertTermsCreate, ConvertTermsEdit } from './convert-terms-form.tsx';
import { ConvertTermsList } from './convert-terms-list.tsx';
import type { ConvertTerms } from './convert-words.ts';

export const convertTermsResource: OfficeResource = {
  name: 'convert-terms',
  permission: 'convert.read',
  options: { label: 'Convert terms' },
  icon: TermsIcon,
  list: ConvertTermsList,
  edit: ConvertTermsEdit,
  create: ConvertTermsCreate,
  recordRepresentation: 'currency_name',
  calls: {
    list: ({ signal }) => all(signal),
    one: async (id, signal) => {
      const terms = (await all(signal)).find((one) => one.id === Number(id));
      if (terms === undefined) throw new Error('This currency does not convert.');
      return terms;
    },
    create: async (data) => {
      const terms = termsOf(data);
      if ((await all(undefined)).some(({ currency }) => currency === terms.currency))
        throw new Error('This currency has terms already: change those.');
      const answer = await call('POST /office/api/convert_terms_save', terms);
      return isProposed(answer) ? answer : { id: terms.currency };
    },
    update: (_id, data) => call('POST /office/api/convert_terms_save', termsOf(data)),
  },
};

async function all(signal: AbortSignal | undefined): Promise<ConvertTerms[]> {
  return (await call('GET /office/api/convert_terms', {}, { signal })).map((terms) => ({
    ...terms,
    id: terms.currency,
  }));
}

function termsOf(data: Fields): Input<'POST /office/api/convert_terms_save'> {
  const { currency, market, margin_bps, cap_bps, min, max, step, hour_limit, dust } =
    data as unknown as ConvertTerms;
  return {
    currency: Number(currency),
    // Without a market it is the hub.
    market: Number(market ?? 0),
    margin_bps,
    cap_bps,
    min,
    max,
    step,
    hour_limit,
    dust,
    open: data['is_open'] === true ? '1' : '0',
  };
}
