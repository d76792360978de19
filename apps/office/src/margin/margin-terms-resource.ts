import type { Input } from '@meridian/contract/client/named-calls';
import TermsIcon from '@mui/icons-material/PercentOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import type { MarginTerms } from './margin-words.ts';
import { MarginTermsEdit } from './margin-terms-form.tsx';
import { MarginTermsList } from './margin-terms-list.tsx';
import { partsOf } from '../shared/comma-list.ts';

/** Default terms for a market that never offered contracts. */
const PROPOSED = {
  fill_delay_ms: 100,
  fill_timeout_ms: 10_000,
  slippage_bps: 50,
  liquidation_fee_bps: 10,
  house_move_bps: 1_000,
  min_sources: 3,
} as const;

/** The form has each of these fields. */
type Saved = Required<
  Omit<Input<'POST /office/api/margin_terms_save'>, 'id' | 'leverages' | 'open'>
>;

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
      const terms = (await call('GET /office/api/margin_terms', {}, { signal })).find(
        (one) => one.id === Number(id),
      );
      if (terms === undefined) throw new Error('This market is not listed.');
      return formOf(terms);
    },
    update: (id, data) =>
      call('POST /office/api/margin_terms_save', { id: Number(id), ...termsOf(data) }),
  },
};

/**
 * The terms with leverages as text; for a market without terms, an empty form with the defaults.
 */
function formOf({ leverages, ...terms }: MarginTerms) {
  const shown = { ...terms, leverages: leverages.join(', ') };
  if (terms.is_offered) return shown;
  const { min_lots: _least, max_lots: _most, maintenance_percent: _maintenance, ...rest } = shown;
  return { ...rest, ...PROPOSED };
}

function termsOf(data: Fields) {
  const {
    lot_size,
    min_lots,
    max_lots,
    spread_bps,
    fee_bps,
    overnight_bps,
    maintenance_percent,
    exposure_cap,
  } = data as unknown as Saved;
  const {
    fill_delay_ms,
    fill_timeout_ms,
    slippage_bps,
    liquidation_fee_bps,
    house_move_bps,
    min_sources,
  } = data as unknown as Saved;
  const fills = {
    fill_delay_ms,
    fill_timeout_ms,
    slippage_bps,
    liquidation_fee_bps,
    house_move_bps,
    min_sources,
  };
  return {
    ...fills,
    lot_size,
    min_lots,
    max_lots,
    spread_bps,
    fee_bps,
    overnight_bps,
    maintenance_percent,
    exposure_cap,
    leverages: partsOf(data['leverages']).join(','),
    open: data['is_open'] === true ? ('1' as const) : ('0' as const),
  };
}
