import TermsIcon from '@mui/icons-material/PercentOutlined';
import { call, type Input } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import type { MarginTerms } from './contract-words.ts';
import { MarginTermsEdit } from './margin-terms-form.tsx';
import { MarginTermsList } from './margin-terms-list.tsx';
import { partsOf } from './term-faults.ts';

type Saved = Omit<Input<'POST /office/api/margin_terms_save'>, 'id' | 'leverages' | 'open'>;

export const marginTermsResource: OfficeResource = {
  name: 'margin-terms',
  permission: 'contracts.read',
  options: { label: 'Leverage terms' },
  icon: TermsIcon,
  list: MarginTermsList,
  edit: MarginTermsEdit,
  recordRepresentation: 'symbol',
  calls: {
    list: ({ signal }) => call('GET /office/api/margin_terms', {}, { signal }),
    one: async (id, signal) => {
      const terms = (await call('GET /office/api/margin_terms', {}, { signal })).find((one) => one.id === Number(id));
      if (terms === undefined) throw new Error('This market is not listed.');
      return formOf(terms);
    },
    update: (id, data) => call('POST /office/api/margin_terms_save', { id: Number(id), ...termsOf(data) }),
  },
};

/** The leverages as text, and an empty form where nothing was offered yet. */
function formOf({ leverages, ...terms }: MarginTerms) {
  const shown = { ...terms, leverages: leverages.join(', ') };
  if (terms.is_offered) return shown;
  const { min_lots: _least, max_lots: _most, maintenance_percent: _maintenance, ...rest } = shown;
  return rest;
}

function termsOf(data: Fields) {
  const { lot_size, min_lots, max_lots, spread_bps, fee_bps, overnight_bps, maintenance_percent, exposure_cap } = data as unknown as Saved;
  return { lot_size, min_lots, max_lots, spread_bps, fee_bps, overnight_bps, maintenance_percent, exposure_cap, leverages: partsOf(data['leverages']).join(','), open: data['is_open'] === true ? ('1' as const) : ('0' as const) };
}
