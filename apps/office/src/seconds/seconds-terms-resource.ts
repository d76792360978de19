import type { Input } from '@meridian/contract/client/named-calls';
import SecondsIcon from '@mui/icons-material/TimerOutlined';
import { call } from '../http.ts';
import type { Fields, OfficeResource } from '../resource.ts';
import { isProposed } from '../shared/proposed.ts';
import type { SecondsTerms } from './seconds-words.ts';
import { SecondsTermsCreate, SecondsTermsEdit } from './seconds-terms-form.tsx';
import { SecondsTermsList } from './seconds-terms-list.tsx';
import { partsOf } from '../shared/comma-list.ts';

export const secondsTermsResource: OfficeResource = {
  name: 'seconds-terms',
  permission: 'contracts.read',
  options: { label: 'Seconds terms' },
  icon: SecondsIcon,
  list: SecondsTermsList,
  edit: SecondsTermsEdit,
  create: SecondsTermsCreate,
  calls: {
    list: ({ signal }) => all(signal),
    one: async (id, signal) => {
      const terms = (await all(signal)).find((one) => one.id === id);
      if (terms === undefined)
        throw new Error('Nothing is offered on this market in this currency.');
      return { ...terms, amounts: terms.amounts.join(', ') };
    },
    create: async (data) => {
      const terms = termsOf(data);
      const known = (await all(undefined)).some(
        ({ market, currency }) => market === terms.market && currency === terms.currency,
      );
      if (known) throw new Error('This market has terms in this currency already: change those.');
      const answer = await call('POST /office/api/seconds_terms_save', terms);
      return isProposed(answer) ? answer : { id: idOf(terms) };
    },
    update: (_id, data) => call('POST /office/api/seconds_terms_save', termsOf(data)),
  },
};

async function all(signal: AbortSignal | undefined): Promise<SecondsTerms[]> {
  return (await call('GET /office/api/seconds_terms', {}, { signal })).map((terms) => ({
    ...terms,
    id: idOf(terms),
  }));
}

function idOf({
  market,
  currency,
}: {
  readonly market: number;
  readonly currency: number;
}): string {
  return `${market}-${currency}`;
}

function termsOf(data: Fields): Input<'POST /office/api/seconds_terms_save'> {
  const { market, currency, fee_bps, exposure_cap, open_delay_ms, min_sources, durations } =
    data as unknown as Omit<SecondsTerms, 'id'>;
  return {
    market: Number(market),
    currency: Number(currency),
    fee_bps,
    exposure_cap,
    open_delay_ms,
    min_sources,
    amounts: partsOf(data['amounts']).join(','),
    durations: durations
      .map(
        ({ seconds, payout_bps, min_stake, max_stake }) =>
          `${seconds}:${payout_bps}:${min_stake}:${max_stake}`,
      )
      .join(','),
    open: data['is_open'] === true ? '1' : '0',
  };
}
