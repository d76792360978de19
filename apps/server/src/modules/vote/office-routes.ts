import type { CallInput } from '@meridian/contract/schema/call';
import { VOTE_BOUNDS } from '@meridian/contract/vote/bounds';
import { officeVoteCancel, officeVoteOpen, officeVotes } from '@meridian/contract/vote/office';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { checkLink } from '../../gateway/link.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { shownRounds, timesOf } from './rounds.ts';
import type { VoteServices } from './routes.ts';
import { hashOf, readTerms, writeTerms, type RoundTerms } from './terms.ts';

const [LEAST_OPEN_MS, LONGEST_MS] = VOTE_BOUNDS.openMs;
const [, NAME_LETTERS] = VOTE_BOUNDS.nameLetters;

/** Votes for operators. An announcement holds: a round runs as announced, or is cancelled. */
export function registerVoteOffice(gateway: CallRegistry, services: VoteServices): void {
  const oneAtATime = inTurn();
  gateway.registerCall(officeVotes, async () => {
    const rounds = await shownRounds(services);
    return rounds.map(({ id, terms, state, turnout, counts }) => {
      const { start_time, end_time } = timesOf(terms);
      const options = terms.options.map(({ name }, index) => ({ name, count: counts[index] ?? 0 }));
      return { id, title: terms.title, state, start_time, end_time, turnout, options };
    });
  });
  gateway.registerCall(officeVoteOpen, (context) => oneAtATime(() => open(services, context)));
  gateway.registerCall(officeVoteCancel, (context) => oneAtATime(() => cancel(services, context)));
}

async function open(
  { engine, queries, now }: VoteServices,
  { input, audit }: CallContext<typeof officeVoteOpen>,
): Promise<{ id: number }> {
  const terms = termsOf(input, now());
  const text = writeTerms(terms);
  let round = 0;
  await submitAudited(
    engine,
    audit,
    { action: 'vote.open', subject: `vote ${terms.title}`, after: shownTerms(terms) },
    async () => {
      const { id } = await queries
        .insertInto('vote_texts')
        .values({ terms: text })
        .returning('id')
        .executeTakeFirstOrThrow();
      round = Number(id);
      const { options, startMs, endMs } = terms;
      const command = { round, options: options.length, startMs, endMs, terms: hashOf(text) };
      return { kind: 'vote.open', ...command };
    },
  );
  return { id: round };
}

async function cancel(
  { engine, live, queries }: VoteServices,
  { input: { id: round }, operator, audit, language }: CallContext<typeof officeVoteCancel>,
): Promise<string> {
  const found = live.vote.round(round);
  if (found === undefined) throw new Refusal('vote_not_open', { field: 'id' });
  const { terms } = await queries
    .selectFrom('vote_texts')
    .select('terms')
    .where('id', '=', BigInt(round))
    .executeTakeFirstOrThrow();
  const { title } = readTerms(terms);
  const entry = {
    action: 'vote.cancel',
    subject: `vote ${round}`,
    before: { title, state: 'open', turnout: found.ballots.size },
    after: { title, state: 'cancelled', turnout: found.ballots.size },
  };
  await submitAudited(engine, audit, entry, {
    kind: 'vote.cancel',
    round,
    operator: operator.operator,
  });
  return textOf(language, 'answer.done');
}

/** The terms for the operators who decide on them. */
function shownTerms({ startMs, endMs, ...texts }: RoundTerms) {
  return { ...texts, start_ms: startMs, end_ms: endMs };
}

function termsOf(input: CallInput<typeof officeVoteOpen>, now: number): RoundTerms {
  const { start_ms: startMs, end_ms: endMs } = input;
  const title = input.title.trim();
  if (title === '') throw new Refusal('field_missing', { field: 'title' });
  if (startMs < now) throw new Refusal('vote_late', { field: 'start_ms' });
  if (endMs < startMs + LEAST_OPEN_MS || endMs > startMs + LONGEST_MS)
    throw new Refusal('input_invalid', { field: 'end_ms' });
  return {
    title,
    about: (input.about ?? '').trim(),
    options: optionsOf(input.options),
    startMs,
    endMs,
  };
}

/** Options, each by a name of its own. */
function optionsOf(text: string): RoundTerms['options'] {
  const refused = new Refusal('input_invalid', { field: 'options' });
  const options = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [name = '', link = '', ...rest] = line.split('|').map((part) => part.trim());
      if (rest.length > 0 || name === '' || name.length > NAME_LETTERS) throw refused;
      checkLink(link, 'options');
      return { name, link };
    });
  const names = new Set(options.map(({ name }) => name.toLowerCase()));
  const [fewest, most] = VOTE_BOUNDS.options;
  if (options.length < fewest || options.length > most || names.size < options.length)
    throw refused;
  return options;
}
