import type { Output } from '@meridian/contract/client/named-calls';

export type FeeTierRow = Output<'GET /office/api/fee_tiers'>['tiers'][number] & {
  readonly currency_name: string;
};

/** All tiers are one record, which is changed as a whole. */
export const ALL_TIERS = 'all';
