import type { Output } from '@meridian/contract/client/named-calls';

export type Contest = Output<'GET /office/api/contests'>['list'][number];
export type RankingRow = Output<'GET /office/api/contest_ranking'>['list'][number];

/** A row of the prizes form: a range of ranks, and the prize of each rank. */
export interface PrizeRow {
  readonly from: number;
  readonly to: number;
  readonly amount: string;
}

interface Shown {
  readonly label: string;
  readonly color: 'default' | 'info' | 'success' | 'warning';
}

export const STATES: Readonly<Record<Contest['state'], Shown>> = {
  upcoming: { label: 'Upcoming', color: 'info' },
  running: { label: 'Running', color: 'success' },
  closing: { label: 'Closing', color: 'warning' },
  ended: { label: 'Ended', color: 'default' },
};

/** Payment states of a prize. */
export const PRIZE_STATES: Readonly<Record<RankingRow['prize_state'], Shown>> = {
  none: { label: '--', color: 'default' },
  needs_identity: { label: 'Needs an approved identity', color: 'warning' },
  waiting: { label: 'Can be paid', color: 'info' },
  paid: { label: 'Paid', color: 'success' },
};

/** Parses `1-1:500,2-3:100` into rows. */
export function prizeRows(text: string): PrizeRow[] {
  if (text === '') return [];
  return text.split(',').map((part) => {
    const [ranks = '', amount = ''] = part.split(':');
    const [from = '', to = ''] = ranks.split('-');
    return { from: Number(from), to: Number(to), amount };
  });
}

/** The inverse of `prizeRows`. */
export function prizeText(rows: readonly PrizeRow[]): string {
  return rows.map(({ from, to, amount }) => `${from}-${to}:${amount}`).join(',');
}

/** In words: `Rank 1: 500 USDT`. */
export function prizeName({ from, to, amount }: PrizeRow): string {
  return `${from === to ? `Rank ${from}` : `Ranks ${from} to ${to}`}: ${amount} USDT${from === to ? '' : ' each'}`;
}
