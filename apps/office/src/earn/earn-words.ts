import type { Output } from '@meridian/contract/client/named-calls';
import { formatFixed } from '@meridian/money/decimal';

export type EarnProduct = Output<'GET /office/api/earn_products'>[number];
export type EarnLock = Output<'GET /office/api/earn_locks'>['list'][number];
export type EarnSaving = Output<'GET /office/api/earn_savings'>['list'][number];

export const KINDS = [
  { id: 'wealth', name: 'Lock-up wealth' },
  { id: 'pledge', name: 'Pledge interest' },
  { id: 'savings', name: 'Savings' },
] as const;

export function kindName(kind: EarnProduct['kind']): string {
  return KINDS.find(({ id }) => id === kind)?.name ?? kind;
}

/** A product among those of its kind and coin: `Lock-up wealth, USDT, 7 days`. */
export function productName({
  kind,
  currency_name,
  days,
}: Pick<EarnProduct, 'kind' | 'currency_name' | 'days'>): string {
  const term = kind === 'savings' ? '' : `, ${days} day${days === 1 ? '' : 's'}`;
  return `${kindName(kind)}, ${currency_name}${term}`;
}

const YEAR_DAYS = 365n;
/** Parts per billion of a whole, as percent with two decimals. */
const PPB_PER_HUNDREDTH = 100_000n;

/** A rate of a day in billionths as percent a year, without interest on interest: `8.00%`. */
export function yearOf(ratePpb: number): string {
  const hundredths = (BigInt(ratePpb) * YEAR_DAYS + PPB_PER_HUNDREDTH / 2n) / PPB_PER_HUNDREDTH;
  return `${formatFixed(hundredths, 2)}%`;
}

/** The states of a lock. */
export const LOCK_STATES: Readonly<
  Record<
    EarnLock['ended_by'],
    { readonly label: string; readonly color: 'default' | 'info' | 'success' }
  >
> = {
  '': { label: 'Ongoing', color: 'info' },
  matured: { label: 'Matured', color: 'success' },
  exited: { label: 'Ended early', color: 'default' },
  collected: { label: 'Ended for a debt', color: 'default' },
};
