import type { Applied } from '@meridian/core/events';
import type {
  VoteCancelled,
  VoteCast,
  VoteEnded,
  VoteOpened,
  VoteRevoked,
} from '@meridian/core/vote/vote-events';
import type { Projection } from '../../projector/projection.ts';
import { insertInto, update } from '../../projector/row-statements.ts';

type EndedRow = VoteEnded | VoteCancelled;
type BallotRow = (VoteCast | VoteRevoked) & { readonly timeMs: number };

/** The rounds that begin and end in a batch, and the last state of each ballot. */
function projectVotes(batch: readonly Applied[]) {
  const opened: VoteOpened[] = [];
  const ended: EndedRow[] = [];
  const ballots = new Map<string, BallotRow>();
  for (const { timeMs, events } of batch)
    for (const event of events)
      switch (event.type) {
        case 'voteOpened':
          opened.push(event);
          break;
        case 'voteCancelled':
        case 'voteEnded':
          ended.push(event);
          break;
        case 'voteCast':
        case 'voteRevoked':
          ballots.set(`${event.round} ${event.user}`, { ...event, timeMs });
          break;
        default:
      }
  return { opened, ended, ballots: [...ballots.values()] };
}

const INSERT_ROUNDS = insertInto<'vote_rounds', VoteOpened>('insert-vote-rounds', 'vote_rounds', {
  id: ['bigint', (row) => row.round],
  terms_hash: ['text', (row) => row.terms],
  state: ['word', () => 'open'],
  counts: ['integers', () => []],
});

const END_ROUNDS = update<'vote_rounds', EndedRow>('end-vote-rounds', 'vote_rounds', {
  id: ['bigint', (row) => row.round],
  state: ['word', (row) => (row.type === 'voteEnded' ? 'ended' : 'cancelled')],
  counts: ['integers', (row) => (row.type === 'voteEnded' ? row.counts : [])],
});

const KEEP_BALLOTS = insertInto<'vote_ballots', BallotRow>(
  'keep-vote-ballots',
  'vote_ballots',
  {
    round: ['bigint', (row) => row.round],
    user_id: ['bigint', (row) => row.user],
    option: ['integer', (row) => (row.type === 'voteCast' ? row.option : 0)],
    tracker: ['text', (row) => (row.type === 'voteCast' ? row.tracker : '')],
    time_ms: ['bigint', (row) => row.timeMs],
  },
  'on conflict (round, user_id) do update set option = excluded.option, tracker = excluded.tracker, time_ms = excluded.time_ms',
);

export const voteProjection: Projection = {
  tables: ['vote_rounds', 'vote_ballots'],
  open: (client) => async (batch) => {
    const { opened, ended, ballots } = projectVotes(batch);
    await INSERT_ROUNDS.write(client, opened);
    await KEEP_BALLOTS.write(client, ballots);
    await END_ROUNDS.write(client, ended);
  },
};
