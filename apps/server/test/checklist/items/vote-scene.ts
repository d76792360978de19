/** Votes for the checklist: rounds that run, and people who may vote in them. */
import { voteBallots, voteCast, voteRevoke } from '@meridian/contract/vote/calls';
import { officeVoteCancel, officeVoteOpen } from '@meridian/contract/vote/office';
import { asNewcomer, asOwner, type Input, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

const DAY_MS = 86_400_000;
const SOON_MS = 1_000;
const OPTIONS = ['Alpha coin', 'Beta coin'];

/** A round that runs, the same one while it does. Returns its number. */
async function roundIn({ exchange: { engine, queries, live } }: Scene): Promise<number> {
  const startMs = engine.timeMs + SOON_MS;
  const before = await queries
    .selectFrom('vote_texts')
    .select('id')
    .where('terms', 'like', '%"about":"Checklist"%')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const running = live.vote.round(Number(before?.id ?? 0));
  if (before !== undefined && running !== undefined && startMs < running.endMs)
    return Number(before.id);
  const terms = { title: 'Which coin?', about: 'Checklist', startMs, endMs: startMs + DAY_MS };
  const options = OPTIONS.map((name) => ({ name, link: '' }));
  const { id } = await queries
    .insertInto('vote_texts')
    .values({ terms: JSON.stringify({ ...terms, options }) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const round = { round: Number(id), options: 2, startMs, endMs: startMs + DAY_MS };
  await engine.submit({ kind: 'vote.open', ...round, terms: 'a'.repeat(64) });
  engine.advance(SOON_MS);
  if (live.vote.round(Number(id)) === undefined) throw new Error('no round was opened');
  return Number(id);
}

/** A verified customer, and a round that runs. */
async function asVoter({ user, scene }: Customer): Promise<Input> {
  await scene.exchange.queries
    .updateTable('users')
    .set({ review_status: 'approved' })
    .where('id', '=', BigInt(user))
    .execute();
  return { id: String(await roundIn(scene)), option: '1' };
}

/** A round in which the customer has voted. */
async function asVoted(customer: Customer): Promise<Input> {
  const { id = '' } = await asVoter(customer);
  await customer.ask(voteCast, { id: Number(id), option: 1 });
  return { id };
}

/** A round that is over. */
async function overIn(scene: Scene): Promise<Input> {
  const id = await roundIn(scene);
  scene.exchange.engine.advance(DAY_MS);
  await scene.exchange.engine.submit({ kind: 'clock.tick' });
  return { id: String(id) };
}

/** Good calls about votes. */
export const VOTE_RECIPES: Recipes = [
  [voteCast, asNewcomer(asVoter)],
  [voteRevoke, asNewcomer(asVoted)],
  [voteBallots, asNewcomer(({ scene }) => overIn(scene))],
  [
    officeVoteOpen,
    asOwner(({ exchange: { engine } }) =>
      Promise.resolve({
        reason: 'Coins of this quarter.',
        title: 'Which coin comes next?',
        options: OPTIONS.join('\n'),
        start_ms: String(engine.timeMs + DAY_MS),
        end_ms: String(engine.timeMs + 2 * DAY_MS),
      }),
    ),
  ],
  [
    officeVoteCancel,
    asOwner(async (scene) => ({ reason: 'An option is wrong.', id: String(await roundIn(scene)) })),
  ],
];
