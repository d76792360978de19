import { saversRate } from '@meridian/contract/loan/savers-rate';
import { Alert } from '@mui/material';
import { useGetList } from 'react-admin';
import { yearOf, type EarnProduct } from '../earn/earn-words.ts';
import { percentOf } from '../shared/percent.ts';
import type { LoanOffer } from './loan-words.ts';

const ALL = {
  pagination: { page: 1, perPage: 1_000 },
  sort: { field: 'id', order: 'ASC' },
} as const;

/** The rate that savers of the coin get of the typed interest, beside the promised one. */
export function SaversNote({
  rate_ppb: ratePpb,
  fund_bps: fundBps,
  product,
}: Partial<Pick<LoanOffer, 'rate_ppb' | 'fund_bps' | 'product'>>) {
  const { data: products = [] } = useGetList<EarnProduct>('earn-products', ALL);
  const lends = products.find(({ id }) => id === Number(product));
  const savings = products
    .filter(
      ({ kind, is_open, currency }) =>
        kind === 'savings' && is_open && currency === lends?.currency,
    )
    .map(({ rate_ppb, lend_bps }) => ({ ratePpb: rate_ppb, lendBps: lend_bps }));
  if (!Number.isInteger(ratePpb) || !Number.isInteger(fundBps)) return null;
  const found = saversRate({ ratePpb: Number(ratePpb), fundBps: Number(fundBps) }, savings);
  if (found === undefined) return null;
  const isEnough = found.broughtPpb >= found.promisedPpb;
  return (
    <Alert severity={isEnough ? 'info' : 'warning'} sx={{ width: '100%' }}>
      {`Brings savers ${yearOf(found.broughtPpb)} a year at most, with ${percentOf(found.lendBps)} lent; savings of ${lends?.currency_name} promise ${yearOf(found.promisedPpb)}.`}
    </Alert>
  );
}
