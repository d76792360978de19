import { voteBallots, voteCast, voteList, voteRevoke } from '@meridian/contract/vote/calls';
import { officeVoteCancel, officeVoteOpen, officeVotes } from '@meridian/contract/vote/office';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, BOB, TestExchange } from '../../../test/test-exchange.ts';
import { openLiveView } from '../live-view.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OPTIONS = 'Alpha coin|https://example.com/alpha\nBeta coin';

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange.close());
beforeEach(async () => {
  await exchange.reset();
  await exchange.queries.deleteFrom('identity_applications').execute();
  for (const user of [ALICE, BOB]) await verify(user, `document of ${user}`);
});

/** @param document '' where the user is not verified any more */
async function verify(user: number, document: string): Promise<void> {
  const { queries } = exchange;
  const user_id = BigInt(user);
  await queries.deleteFrom('identity_applications').where('user_id', '=', user_id).execute();
  await queries
    .updateTable('users')
    .set({ review_status: document === '' ? 'none' : 'approved' })
    .where('id', '=', user_id)
    .execute();
  if (document === '') return;
  await queries
    .insertInto('identity_applications')
    .values({
      ...{ user_id, kind: 'identity', name: '', status: 'approved', pictures: [] },
      ...{ card_id: null, card_hash: document, submitted_at: new Date(0) },
    })
    .execute();
}

/** A round that begins in an hour, by two operators. Returns its number. */
async function announce(): Promise<number> {
  const start_ms = exchange.engine.timeMs + HOUR_MS;
  const input = { title: 'Which coin?', about: 'One gets a market.', options: OPTIONS };
  const { id } = (await office.as('owner', officeVoteOpen, {
    ...input,
    ...{ start_ms, end_ms: start_ms + DAY_MS },
  })) as { id: number };
  return id;
}

/** Lets time pass, and the engine notice it. */
async function pass(ms: number): Promise<void> {
  exchange.engine.advance(ms);
  await exchange.engine.submit({ kind: 'clock.tick' });
}

async function running(): Promise<number> {
  const id = await announce();
  await pass(HOUR_MS);
  return id;
}

const shown = async (id: number, user?: number) =>
  (await exchange.call(voteList, {}, user === undefined ? {} : { user })).find(
    (round) => round.id === id,
  );
const cast = (user: number, id: number, option: number) =>
  exchange.call(voteCast, { id, option }, { user });

describe('votes on new coins', () => {
  it('are announced by two operators, with terms that the engine knows the hash of', async () => {
    const start_ms = exchange.engine.timeMs + HOUR_MS;
    const input = { title: 'Which coin?', options: OPTIONS, start_ms, end_ms: start_ms + DAY_MS };
    await office.send('owner', officeVoteOpen, input);
    expect(await exchange.call(voteList, {})).toEqual([]);
    const id = await announce();
    const round = await shown(id);
    expect(round).toMatchObject({
      title: 'Which coin?',
      about: 'One gets a market.',
      state: 'announced',
      turnout: 0,
      options: [
        { name: 'Alpha coin', link: 'https://example.com/alpha', count: 0 },
        { name: 'Beta coin', link: '', count: 0 },
      ],
      my: null,
    });
    const hash = createHash('sha256')
      .update(round?.terms ?? '')
      .digest('hex');
    expect(round?.terms_hash).toBe(hash);
    // A text that somebody changes in the database has not the hash of the journal.
    const changed = { terms: (round?.terms ?? '').replace('Which', 'What') };
    await exchange.queries.updateTable('vote_texts').set(changed).execute();
    expect(await shown(id)).toMatchObject({ title: 'What coin?', terms_hash: hash });
    await expect(cast(ALICE, id, 1)).rejects.toMatchObject({ answer: { code: 'vote_not_open' } });
  });

  it('are cast, changed and taken back; the count comes at the end, with every ballot', async () => {
    const id = await running();
    await cast(ALICE, id, 1);
    await cast(ALICE, id, 2);
    await cast(BOB, id, 1);
    expect(await shown(id, ALICE)).toMatchObject({
      state: 'running',
      turnout: 2,
      options: [{ count: 0 }, { count: 0 }],
      my: { option: 2, tracker: '' },
    });
    await expect(exchange.call(voteBallots, { id })).rejects.toMatchObject({
      answer: { code: 'vote_no_result' },
    });
    await exchange.call(voteRevoke, { id }, { user: BOB });
    await expect(exchange.call(voteRevoke, { id }, { user: BOB })).rejects.toMatchObject({
      answer: { code: 'vote_not_cast' },
    });
    await cast(BOB, id, 2);
    await pass(DAY_MS);
    const ended = await shown(id, ALICE);
    expect(ended).toMatchObject({
      state: 'ended',
      turnout: 2,
      options: [{ count: 0 }, { count: 2 }],
      my: { option: 2 },
    });
    const ballots = await exchange.call(voteBallots, { id });
    expect(ballots.map(({ option }) => option)).toEqual([2, 2]);
    expect(ballots.map(({ tracker }) => tracker)).toContain(ended?.my?.tracker);
    expect(new Set(ballots.map(({ tracker }) => tracker)).size).toBe(2);
    const [first = { tracker: '' }] = ballots;
    expect(await exchange.call(voteBallots, { id, after: first.tracker })).toEqual(
      ballots.slice(1),
    );
    expect((await shown(id))?.my).toBeNull();
    await expect(cast(ALICE, id, 1)).rejects.toMatchObject({ answer: { code: 'vote_not_open' } });
  });

  it('happen once under one key', async () => {
    const id = await running();
    const seq = () => exchange.engine.exchange.seq;
    const under = (key: string, option: number) =>
      exchange.call(voteCast, { id, option }, { user: ALICE, key });
    const answer = await under('k', 1);
    const before = seq();
    expect(await under('k', 1)).toBe(answer);
    expect(seq()).toBe(before);
    await expect(under('k', 2)).rejects.toMatchObject({
      answer: { code: 'idempotency_key_reused' },
    });
    await under('l', 2);
    expect(await shown(id, ALICE)).toMatchObject({ turnout: 1, my: { option: 2 } });
  });

  it('are of verified people, one for a document', async () => {
    const id = await running();
    await verify(ALICE, '');
    await expect(cast(ALICE, id, 1)).rejects.toMatchObject({ answer: { code: 'vote_unverified' } });
    await verify(ALICE, `document of ${BOB}`);
    await cast(BOB, id, 1);
    await expect(cast(ALICE, id, 2)).rejects.toMatchObject({
      answer: { code: 'vote_person_voted' },
    });
    await exchange.call(voteRevoke, { id }, { user: BOB });
    await cast(ALICE, id, 2);
    expect((await shown(id))?.turnout).toBe(1);
    await expect(exchange.call(voteCast, { id, option: 2 })).rejects.toMatchObject({
      answer: { code: 'session_required' },
    });
    await expect(cast(BOB, 999_999, 1)).rejects.toMatchObject({
      answer: { code: 'vote_not_open' },
    });
    for (const option of [0, 3])
      await expect(cast(BOB, id, option)).rejects.toMatchObject({
        answer: { code: 'input_invalid', field: 'option' },
      });
  });

  it('are cancelled by two operators, and then no ballot counts', async () => {
    const id = await running();
    await cast(ALICE, id, 1);
    await office.send('owner', officeVoteCancel, { id });
    expect((await shown(id))?.state).toBe('running');
    await office.as('owner', officeVoteCancel, { id });
    expect(await shown(id, ALICE)).toMatchObject({ state: 'cancelled', turnout: 0, my: null });
    await expect(exchange.call(voteBallots, { id })).rejects.toMatchObject({
      answer: { code: 'vote_no_result' },
    });
    const [row] = await office.as('owner', officeVotes, {});
    expect(row).toMatchObject({ id, state: 'cancelled', turnout: 0 });
  });

  it.each([
    ['options', { options: 'Alpha coin' }],
    ['options', { options: 'Alpha coin\nalpha coin' }],
    ['options', { options: 'Alpha coin|a|b\nBeta coin' }],
    ['options', { options: 'Alpha coin|javascript:alert(1)\nBeta coin' }],
    ['start_ms', { start_ms: 1 }],
    ['end_ms', { end_ms: 2 }],
  ])('are not announced with a fault at %s', async (field, change) => {
    const start_ms = exchange.engine.timeMs + HOUR_MS;
    const input = { title: 'Which coin?', options: OPTIONS, start_ms, end_ms: start_ms + DAY_MS };
    await expect(office.as('owner', officeVoteOpen, { ...input, ...change })).rejects.toThrow(
      `"field":"${field}"`,
    );
  });

  it('are open for a day at least', async () => {
    const start_ms = exchange.engine.timeMs + HOUR_MS;
    const input = { title: 'Which coin?', options: OPTIONS, start_ms };
    const open = (ms: number) =>
      office.as('owner', officeVoteOpen, { ...input, end_ms: start_ms + ms });
    await expect(open(DAY_MS - 1)).rejects.toThrow('"field":"end_ms"');
    await open(DAY_MS);
    expect(await exchange.call(voteList, {})).toHaveLength(1);
  });

  it('are the same after a restart, and after a rebuild of the tables', async () => {
    const over = await running();
    await cast(ALICE, over, 1);
    await pass(DAY_MS);
    const id = await running();
    await cast(ALICE, id, 1);
    await cast(BOB, id, 2);
    const before = await exchange.call(voteList, {}, { user: ALICE });
    const restarted = openLiveView();
    restarted.load(await exchange.engine.recovered());
    expect(restarted.vote.round(id)).toEqual(exchange.live.vote.round(id));
    await exchange.rebuild();
    expect(await exchange.call(voteList, {}, { user: ALICE })).toEqual(before);
  });
});
