/** Operators inspect and release commands that broke the core, over real HTTP. */
import { officeAudit } from '@meridian/contract/office/calls';
import { officeFaultRelease, officeFaults } from '@meridian/contract/faults/office';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, TestExchange } from '../../../test/test-exchange.ts';

let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(() => exchange?.close());

/** A fault as the engine records it. Returns its number. */
async function broke(
  kind: string,
  { user = null, markets = null }: { user?: number | null; markets?: number[] | null } = {},
): Promise<number> {
  const noted = {
    occurred_at: new Date(),
    seq: 9n,
    kind,
    user_id: user === null ? null : BigInt(user),
    idempotency_key: null,
    fingerprint: crypto.randomUUID(),
    command: `{"kind":"${kind}"}`,
    invariant: 'L1',
    message: 'invariant L1 does not hold',
    markets,
  };
  const { id } = await exchange.queries
    .insertInto('engine_faults')
    .values({ ...noted, released_at: null, released_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return Number(id);
}

describe('commands that broke the core', () => {
  test('are listed newest first, by state, kind and customer', async () => {
    const [order, prices] = [
      await broke('spot.place', { user: ALICE }),
      await broke('index.set', { markets: [1, 4_711] }),
    ];
    const { list, total } = await office.as('auditor', officeFaults, {});
    expect(
      list.map(({ id, kind, user, markets, state }) => [id, kind, user, markets, state]),
    ).toEqual([
      [prices, 'index.set', 0, ['BTC/USDT', 'market 4711'], 'held'],
      [order, 'spot.place', ALICE, [], 'held'],
    ]);
    expect([total, list[1]]).toMatchObject([
      2,
      {
        seq: 9,
        invariant: 'L1',
        what: 'invariant L1 does not hold',
        command: '{"kind":"spot.place"}',
        released_by: '',
        reason: '',
      },
    ]);
    expect(
      (await office.as('auditor', officeFaults, { q: String(ALICE) })).list.map(({ id }) => id),
    ).toEqual([order]);
    expect(
      (await office.as('auditor', officeFaults, { q: 'index.set', state: 'held' })).total,
    ).toBe(1);
    expect((await office.as('auditor', officeFaults, { state: 'released' })).total).toBe(0);
  });

  test('are released once, with a reason: the engine is told, and the log says so', async () => {
    const id = await broke('clock.tick');
    const before = exchange.faultChanges;
    expect(await office.refused('owner', officeFaultRelease, { id })).toBe('field_missing');
    await office.as('owner', officeFaultRelease, { id, reason: 'A new build.' });
    expect(exchange.faultChanges).toBe(before + 1);
    expect(await office.refused('owner', officeFaultRelease, { id, reason: 'Again.' })).toBe(
      'fault_not_found',
    );
    expect(await office.refused('owner', officeFaultRelease, { id: 999_999, reason: 'x' })).toBe(
      'fault_not_found',
    );
    expect(exchange.faultChanges).toBe(before + 1);
    expect((await office.as('auditor', officeFaults, { state: 'released' })).list).toMatchObject([
      { id, state: 'released', released_by: 'owner@office.example', reason: 'A new build.' },
    ]);
    expect((await office.as('auditor', officeAudit, {})).list[0]).toMatchObject({
      action: 'fault.release',
      subject: `fault ${id}`,
      after: JSON.stringify({ reason: 'A new build.' }),
    });
  });

  test('are seen and released by those who may', async () => {
    for (const role of ROLE_NAMES) {
      const may = (permission: string): boolean =>
        (ROLES[role] as readonly string[]).includes(permission);
      const [seen, released] = [
        await office.refused(role, officeFaults, {}),
        await office.refused(role, officeFaultRelease, {
          id: await broke('spot.cancel'),
          reason: 'x',
        }),
      ];
      expect([role, seen, released]).toEqual([
        role,
        may('audit.read') ? 'accepted' : 'permission_denied',
        may('faults.release') ? 'accepted' : 'permission_denied',
      ]);
    }
    expect(
      ROLE_NAMES.filter((role) => (ROLES[role] as readonly string[]).includes('faults.release')),
    ).toEqual(['owner']);
  });
});
