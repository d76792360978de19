import type { Output } from '@meridian/contract/client/named-calls';

export type VoteRound = Output<'GET /office/api/votes'>[number];

export const VOTE_STATES = {
  announced: { label: 'Announced', color: 'info' },
  running: { label: 'Open', color: 'success' },
  counting: { label: 'Being counted', color: 'info' },
  ended: { label: 'Ended', color: 'default' },
  cancelled: { label: 'Cancelled', color: 'warning' },
} as const;

/** Options with their ballots, most first; before the end, their names alone. */
export function resultOf({ state, options }: Pick<VoteRound, 'state' | 'options'>): string {
  if (state !== 'ended') return options.map(({ name }) => name).join(', ');
  return [...options]
    .sort((one, other) => other.count - one.count)
    .map(({ name, count }) => `${name} ${count}`)
    .join(', ');
}
