import { randomBytes } from 'node:crypto';
import type { CallOutput } from '@meridian/contract/schema/call';
import { BALLOTS_LISTED } from '@meridian/contract/vote/bounds';
import { voteBallots, voteCast, voteList, voteRevoke } from '@meridian/contract/vote/calls';
import type { UserId } from '@meridian/core/ids';
import type { Engine } from '../../engine/engine.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { keyOf } from '../../gateway/key-of.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { submit } from '../../gateway/submit.ts';
import { textOf } from '../../texts.ts';
import {
  endedBallots,
  listedBallots,
  shownRounds,
  timesOf,
  type RoundServices,
  type ShownRound,
} from './rounds.ts';

const TRACKER_BYTES = 8;

export interface VoteServices extends RoundServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly identities: {
    /** Undefined for a user who is not verified; a person stands for a document, in any account. */
    verifiedPerson(
      user: UserId,
    ): Promise<{ readonly level: number; readonly person: string } | undefined>;
  };
}

/** Votes. The session's user votes; the core decides whether it counts. */
export function registerVoteRoutes(gateway: CallRegistry, services: VoteServices): void {
  const { engine, identities } = services;
  gateway.registerCall(voteList, ({ session }) =>
    list(services, session?.user as UserId | undefined),
  );
  gateway.registerCall(voteCast, async (context) => {
    const { session, language, idempotencyKey } = context;
    const { id, option } = context.input;
    const user = session.user as UserId;
    const options = services.live.vote.round(id)?.options ?? Infinity;
    if (option < 1 || option > options) throw new Refusal('input_invalid', { field: 'option' });
    const verified = await identities.verifiedPerson(user);
    if (verified === undefined) throw new Refusal('vote_unverified');
    const tracker = randomBytes(TRACKER_BYTES).toString('hex');
    const ballot = { user, round: id, option, ...verified, tracker };
    await submit(engine, { kind: 'vote.cast', ...ballot, ...keyOf(idempotencyKey) });
    return textOf(language, 'answer.vote.cast');
  });
  gateway.registerCall(voteRevoke, async (context) => {
    const { input, session, language, idempotencyKey } = context;
    const revocation = { user: session.user as UserId, round: input.id };
    await submit(engine, { kind: 'vote.revoke', ...revocation, ...keyOf(idempotencyKey) });
    return textOf(language, 'answer.vote.revoked');
  });
  gateway.registerCall(voteBallots, async ({ input: { id, after = '' } }) => {
    const ballots = await listedBallots(services, { round: id, after, limit: BALLOTS_LISTED });
    if (ballots === undefined) throw new Refusal('vote_no_result', { field: 'id' });
    return ballots;
  });
}

/** @param user undefined for a guest */
async function list(
  services: VoteServices,
  user: UserId | undefined,
): Promise<CallOutput<typeof voteList>> {
  const { live, queries } = services;
  // The rounds wait for the tables that the ballots are read from.
  const rounds = await shownRounds(services);
  const ended = user === undefined ? undefined : await endedBallots(queries, user);
  return rounds.map((round) => {
    const option = user === undefined ? undefined : live.vote.round(round.id)?.ballots.get(user);
    const running = option === undefined ? null : { option, tracker: '' };
    return roundRow(round, running ?? ended?.get(round.id) ?? null);
  });
}

function roundRow(round: ShownRound, my: CallOutput<typeof voteList>[number]['my']) {
  const { id, terms, text, hash, state, turnout, counts } = round;
  return {
    id,
    title: terms.title,
    about: terms.about,
    state,
    ...timesOf(terms),
    turnout,
    options: terms.options.map(({ name, link }, index) => ({
      name,
      link,
      count: counts[index] ?? 0,
    })),
    terms: text,
    terms_hash: hash,
    my,
  };
}
