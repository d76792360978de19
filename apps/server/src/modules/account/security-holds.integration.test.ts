import {
  antiPhishingSet,
  fundPasswordSet,
  passkeyRemove,
  totpBegin,
  totpEnable,
} from '@meridian/contract/security/calls';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../gateway/refusal.ts';
import { ALICE, TestExchange } from '../../../test/test-exchange.ts';
import { SecurityHolds } from './security-holds.ts';

const HOUR_MS = 3_600_000;
const NO_PASSKEY = '00000000-0000-0000-0000-000000000000';

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
});
afterAll(() => exchange.close());

async function setHeld(until: Date | null): Promise<void> {
  await exchange.queries
    .updateTable('users')
    .set({ withdrawals_held_until: until })
    .where('id', '=', BigInt(ALICE))
    .execute();
}
beforeEach(() => setHeld(null));

async function heldMs(): Promise<number | undefined> {
  const { withdrawals_held_until: until } = await exchange.queries
    .selectFrom('users')
    .select('withdrawals_held_until')
    .where('id', '=', BigInt(ALICE))
    .executeTakeFirstOrThrow();
  return until?.getTime();
}

describe('the hold of a change', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'removals of no passkey',
      () => exchange.call(passkeyRemove, { id: NO_PASSKEY }, { user: ALICE }),
    ],
    ['wrong codes', () => exchange.call(totpEnable, { code: '000000' }, { user: ALICE })],
  ])('outlives twelve %s at the same time', async (_what, refused) => {
    await exchange.stepUp(ALICE);
    await exchange.call(totpBegin, {}, { user: ALICE });
    for (let round = 0; round < 8; round++) {
      await setHeld(null);
      const change = () => exchange.call(antiPhishingSet, { code: 'tulip9' }, { user: ALICE });
      const calls = Array.from({ length: 13 }, (_, place) =>
        place === round ? change() : refused(),
      );
      const outcomes = await Promise.allSettled<unknown>(calls);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await heldMs(), `round ${round}`).toBeGreaterThan(
        exchange.live.timeMs + (WITHDRAWAL_HOLD_HOURS - 1) * HOUR_MS,
      );
    }
  });

  it('is not written for what is refused before', async () => {
    await exchange.stepUp(ALICE);
    const whileHeld = vi.spyOn(SecurityHolds.prototype, 'whileHeld');
    const refused = await Promise.allSettled([
      exchange.call(passkeyRemove, { id: NO_PASSKEY }, { user: ALICE }),
      exchange.call(passkeyRemove, { id: 'x' }, { user: ALICE }),
      exchange.call(
        fundPasswordSet,
        { password: '111111', re_password: '111111' },
        { user: ALICE },
      ),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(whileHeld).not.toHaveBeenCalled();
    whileHeld.mockRestore();
  });

  it('is not left behind by twelve wrong codes at the same time', async () => {
    await exchange.stepUp(ALICE);
    await exchange.call(totpBegin, {}, { user: ALICE });
    for (const before of [null, new Date(1)]) {
      await setHeld(before);
      await Promise.allSettled(
        Array.from({ length: 12 }, () =>
          exchange.call(totpEnable, { code: '000000' }, { user: ALICE }),
        ),
      );
      expect(await heldMs()).toBe(before?.getTime());
    }
  });
});

/** A running change whose end the test decides. */
class Change {
  readonly over: Promise<number | string>;
  readonly #begun = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();

  private constructor(holds: SecurityHolds, leastMs: number) {
    this.over = holds
      .whileHeld(ALICE, leastMs, () => (this.#begun.resolve(), this.#end.promise))
      .then(
        ({ untilMs }) => untilMs,
        (error: unknown) => String(error),
      );
  }

  static async begin(holds: SecurityHolds, leastMs: number): Promise<Change> {
    const change = new Change(holds, leastMs);
    await change.#begun.promise;
    return change;
  }

  made(): Promise<number | string> {
    this.#end.resolve();
    return this.over;
  }

  refused(): Promise<number | string> {
    return this.fails(new Refusal('passkey_not_found'));
  }

  fails(error: Error): Promise<number | string> {
    this.#end.reject(error);
    return this.over;
  }
}

describe.each(['one process', 'two processes'] as const)('changes that overlap in %s', (where) => {
  const pair = (): [SecurityHolds, SecurityHolds] => {
    const first = new SecurityHolds(exchange.queries);
    return [first, where === 'one process' ? first : new SecurityHolds(exchange.queries)];
  };

  it.each([
    ['a later', 2_000],
    ['the same', 1_000],
    ['an earlier', 500],
  ])('keep the hold of the one that is made, with %s end', async (_what, leastMs) => {
    for (const isMadeFirst of [true, false]) {
      await setHeld(null);
      const [one, other] = pair();
      const refused = await Change.begin(one, 1_000);
      const made = await Change.begin(other, leastMs);
      if (!isMadeFirst) await refused.refused();
      const untilMs = await made.made();
      if (isMadeFirst) await refused.refused();
      expect(untilMs).toBe(Math.max(leastMs, 1_001));
      expect(await heldMs()).toBe(untilMs);
    }
  });

  it('keep the hold of the first where the second is refused', async () => {
    for (const isMadeFirst of [true, false]) {
      await setHeld(null);
      const [one, other] = pair();
      const made = await Change.begin(one, 1_000);
      const refused = await Change.begin(other, 1_000);
      if (isMadeFirst) await made.made();
      await refused.refused();
      if (!isMadeFirst) await made.made();
      expect(await heldMs()).toBeGreaterThanOrEqual(1_000);
    }
  });

  it('keep the hold of the one of which nobody knows whether it was made', async () => {
    const [one, other] = pair();
    const lost = await Change.begin(one, 1_000);
    const refused = await Change.begin(other, 2_000);
    await lost.fails(new Error('the server stops'));
    await refused.refused();
    expect(await heldMs()).toBe(1_000);
  });

  it('never shorten a hold of before', async () => {
    await setHeld(new Date(5_000));
    const [one, other] = pair();
    const refused = await Change.begin(one, 1_000);
    const made = await Change.begin(other, 1_000);
    await refused.refused();
    expect(await heldMs()).toBe(5_002);
    await made.made();
    expect(await heldMs()).toBe(5_002);
    await (await Change.begin(one, 1_000)).refused();
    expect(await heldMs()).toBe(5_002);
  });
});

it('changes that overlap in one process and are all refused leave the hold of before', async () => {
  await setHeld(new Date(700));
  const holds = new SecurityHolds(exchange.queries);
  const changes = [];
  for (let count = 0; count < 3; count++) changes.push(await Change.begin(holds, 1_000));
  const [first, second, third] = changes;
  await second?.refused();
  await third?.refused();
  expect(await heldMs()).toBe(1_002);
  await first?.refused();
  expect(await heldMs()).toBe(700);
});
