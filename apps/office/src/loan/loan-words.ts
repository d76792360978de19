import type { Output } from '@meridian/contract/client/named-calls';

export type LoanOffer = Output<'GET /office/api/loan_offers'>[number];
export type Loan = Output<'GET /office/api/loans'>['list'][number];
/** A savings product makes one record. */
export type LoanSum = Output<'GET /office/api/loan_sums'>[number] & { readonly id: number };

export const STATES: Readonly<
  Record<
    Loan['state'],
    { readonly label: string; readonly color: 'default' | 'info' | 'success' | 'warning' | 'error' }
  >
> = {
  active: { label: 'Active', color: 'info' },
  repaid: { label: 'Repaid', color: 'success' },
  liquidated: { label: 'Liquidated', color: 'warning' },
  lost: { label: 'Lost', color: 'error' },
};

/** How a warning was told: `inbox, mail`. */
export function channelWords(channels: Loan['warnings'][number]['channels']): string {
  return channels.map(({ channel }) => CHANNELS[channel]).join(', ');
}

const CHANNELS = {
  inbox: 'inbox',
  mail: 'mail',
  socket: 'open page',
  push: 'notification',
} as const;
