import type { Output } from '@meridian/contract/client/named-calls';

type Rebates = Output<'GET /office/api/rebates'>;
export type RatesRow = Rebates['rates'][number] & { readonly id: number };
export type FundsRow = Rebates['funds'][number] & {
  readonly id: number;
  /** Days that are over and not paid in full. */
  readonly waits: string;
};
export type LineRow = Output<'GET /office/api/rebate_lines'>['list'][number];

/** All rates are one record, which is changed as a whole. */
export const ALL_RATES = 'all';
