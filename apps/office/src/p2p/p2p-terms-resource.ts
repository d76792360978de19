import type { Input } from '@meridian/contract/client/named-calls';
import TermsIcon from '@mui/icons-material/HandshakeOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { isProposed } from '../shared/proposed.ts';
import { P2pTermsCreate, P2pTermsEdit } from './p2p-terms-form.tsx';
import { P2pTermsList } from './p2p-terms-list.tsx';
import type { P2pTerms } from './p2p-words.ts';

export const p2pTermsResource: OfficeResource = {
  name: 'p2p-terms',
  permission: 'p2p.read',
  options: { label: 'P2P terms' },
  icon: TermsIcon,
  list: P2pTermsList,
  edit: P2pTermsEdit,
  create: P2pTermsCreate,
  recordRepresentation: 'currency_name',
  calls: {
    list: ({ signal }) => all(signal),
    one: async (id, signal) => {
      const terms = (await all(signal)).find((one) => one.id === Number(id));
      if (terms === undefined) throw new Error('This coin is not in the marketplace.');
      return terms;
    },
    create: async (data) => {
      const terms = termsOf(data);
      if ((await all(undefined)).some(({ currency }) => currency === terms.currency))
        throw new Error('This coin has terms already: change those.');
      const answer = await call('POST /office/api/p2p_terms_save', terms);
      return isProposed(answer) ? answer : { id: terms.currency };
    },
    update: (_id, data) => call('POST /office/api/p2p_terms_save', termsOf(data)),
  },
};

async function all(signal: AbortSignal | undefined): Promise<P2pTerms[]> {
  return (await call('GET /office/api/p2p_terms', {}, { signal })).map((terms) => ({
    ...terms,
    id: terms.currency,
  }));
}

function termsOf(data: Fields): Input<'POST /office/api/p2p_terms_save'> {
  const { currency, min_money, max_money, band_bps, two_operators_from, merchant_bond } =
    data as unknown as P2pTerms;
  return {
    currency: Number(currency),
    min_money,
    max_money,
    band_bps,
    two_operators_from,
    merchant_bond,
    open: data['is_open'] === true ? '1' : '0',
  };
}
