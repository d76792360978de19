import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { hashOf, writeTerms } from './terms.ts';

const DAY_MS = 86_400_000;
/** No round may begin before it is announced, and a start may be slow. */
const SOON_MS = 5_000;

/** Demo mode only: a round that begins at once. Once: afterwards they are the operators'. */
export async function seedVotes({
  engine,
  queries,
  now,
}: {
  readonly engine: Pick<Engine, 'submit'>;
  readonly queries: Queries;
  readonly now: () => number;
}): Promise<void> {
  const before = await queries.selectFrom('vote_texts').select('id').executeTakeFirst();
  if (before !== undefined) return;
  const startMs = now() + SOON_MS;
  const text = writeTerms({
    title: 'Which coin should be listed next?',
    about: 'These coins passed the review. The exchange lists at most one of them this quarter.',
    options: [
      { name: 'Harbour coin (HBR)', link: '/upstart' },
      { name: 'Lantern (LTN)', link: '' },
      { name: 'Quartz (QRZ)', link: '' },
    ],
    startMs,
    endMs: startMs + 14 * DAY_MS,
  });
  const { id } = await queries
    .insertInto('vote_texts')
    .values({ terms: text })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { outcome } = await engine.submit({
    kind: 'vote.open',
    ...{
      round: Number(id),
      options: 3,
      startMs,
      endMs: startMs + 14 * DAY_MS,
      terms: hashOf(text),
    },
  });
  if (!outcome.ok) throw new Error(`the vote of the demo was refused: ${outcome.rejection}`);
}
