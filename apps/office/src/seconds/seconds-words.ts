import type { Output } from '@meridian/contract/client/named-calls';

export type Ticket = Output<'GET /office/api/seconds_tickets'>['list'][number];
export type InsuranceOffer = Output<'GET /office/api/insurance_offers'>[number];
/** A market and a currency make one record. */
export type SecondsTerms = Output<'GET /office/api/seconds_terms'>[number] & {
  readonly id: string;
};
export type WinRate = Output<'GET /office/api/seconds_win_rates'>[number] & { readonly id: string };

/** States and results of a ticket. */
export const RESULTS: Readonly<
  Record<
    Ticket['result'],
    { readonly label: string; readonly color: 'default' | 'info' | 'success' | 'error' }
  >
> = {
  running: { label: 'Running', color: 'info' },
  won: { label: 'Won', color: 'success' },
  lost: { label: 'Lost', color: 'error' },
  drawn: { label: 'Drawn', color: 'default' },
  void: { label: 'Void', color: 'default' },
};

/** `30` → `30 s`, `300` → `5 min`, `7200` → `2 h`. */
export function durationName(seconds: number): string {
  if (seconds % 3600 === 0) return `${seconds / 3600} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
