/** Withdrawals of somebody who has stolen a customer's session. */
import { addAddress, checkAddress } from '@meridian/contract/custody/calls';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { officeUserFreeze } from '@meridian/contract/account/office';
import { officeWithdrawalDecide, officeWithdrawals } from '@meridian/contract/custody/office';
import { ALICE, BOB } from '../../../test/test-exchange.ts';
import {
  DOLLAR,
  LOOK_MS,
  OUTSIDE,
  USDT,
  alice,
  ask,
  askAtOnce,
  chain,
  codeOf,
  dollarsOf,
  eventuallyMined,
  exchange,
  lastWithdrawal,
  office,
  playCustody,
} from '../../../test/custody-scene.ts';

playCustody();

describe('who has stolen a session', () => {
  /** The chain goes on from test to test, so each test has a thief of its own. */
  let thieves = 0;
  let THIEF = OUTSIDE;
  beforeEach(() => {
    THIEF = privateKeyToAccount(`0x${String(++thieves).repeat(64)}`).address;
  });
  const states = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const { status } of await exchange.queries
      .selectFrom('withdrawals')
      .select('status')
      .where('user_id', '=', BigInt(ALICE))
      .execute())
      counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const isNewDevice = () =>
    exchange.queries.updateTable('sessions').set({ created_at: new Date() }).execute();
  /** Long enough for some rounds of the sender. */
  const rounds = async (): Promise<void> => {
    for (let count = 0; count < 10; count++) {
      await chain.mine(1);
      await new Promise((resolve) => setTimeout(resolve, 3 * LOOK_MS));
    }
  };

  test('one that waits for operators makes nothing known, and sixty at once leave nothing', async () => {
    await isNewDevice();
    await ask('10', THIEF);
    expect((await lastWithdrawal()).status).toBe('applying');
    const codes = await Promise.all(
      Array.from({ length: 60 }, () => codeOf(askAtOnce('900', THIEF))),
    );
    expect(codes.filter((code) => code === 'ok').length).toBe(19);
    await lastWithdrawal();
    await rounds();
    expect(await dollarsOf(THIEF)).toBe(0n);
    expect(Object.keys(await states())).toEqual(['requested']);
    const waiting = (await office.as('finance', officeWithdrawals, { status: 'applying' })).list;
    expect(waiting[0]).toMatchObject({
      number: '10',
      flags: ['new_address', 'new_device', 'first'],
      approvals_needed: 1,
    });
  });

  test('parts that would leave one by one add up to what needs an operator, asked for one after the other or at once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => codeOf(askAtOnce('900', THIEF))));
    await lastWithdrawal();
    await eventuallyMined(async () => {
      expect(await states()).toEqual({ settled: 1, requested: 4 });
    });
    expect(await dollarsOf(THIEF)).toBe(897n * DOLLAR);
    const flags = (await office.as('finance', officeWithdrawals, { status: 'applying' })).list.map(
      (row) => row.flags.includes('added_up'),
    );
    expect(flags).toEqual([true, true, true, true]);
  });

  test('an address that could be taken for one of before is flagged, for its owner and for operators', async () => {
    const likeness = (address: string): string =>
      getAddress(`${address.slice(0, 6)}${'5'.repeat(32)}${address.slice(-4)}`.toLowerCase());
    const alike = likeness(THIEF);
    const check = async (address: string) =>
      (await exchange.call(checkAddress, { currency: USDT, address, type: 'erc20' }, alice))
        .look_alike;
    expect(await check(alike)).toBe('');
    await isNewDevice();
    await ask('10', THIEF);
    await lastWithdrawal();
    expect([await check(alike), await check(THIEF)]).toEqual([THIEF, '']);
    await ask('10', alike);
    await lastWithdrawal();
    const waiting = (await office.as('finance', officeWithdrawals, { status: 'applying' })).list;
    expect(waiting.map((row) => [row.address, row.look_alike])).toEqual([
      [THIEF, ''],
      [alike, THIEF],
    ]);
    // Addresses of the book count too; those of another customer do not.
    const own = privateKeyToAccount(`0x${'4b'.repeat(32)}`).address;
    const booked = likeness(own);
    await exchange.call(
      addAddress,
      { currency_id: USDT, address: own, notes: '', type: 'erc20' },
      alice,
    );
    expect(await check(booked)).toBe(own);
    expect(
      (
        await exchange.call(
          checkAddress,
          { currency: USDT, address: booked, type: 'erc20' },
          { user: BOB },
        )
      ).look_alike,
    ).toBe('');
  });

  test('a freeze gives back what was asked for before, and a thaw lets nothing leave', async () => {
    await isNewDevice();
    await ask('700', THIEF);
    const { id } = await lastWithdrawal();
    await office.as('compliance', officeUserFreeze, {
      id: ALICE,
      frozen: '1',
      reason: 'stolen account',
    });
    expect(exchange.live.custody.restraint(ALICE)).toEqual({ isFrozen: true, heldUntilMs: 0 });
    expect(
      (await exchange.submit({ kind: 'custody.approve', withdrawal: id, operator: 1 })).outcome,
    ).toMatchObject({ rejection: 'withdrawal_not_found' });
    await office.as('compliance', officeUserFreeze, {
      id: ALICE,
      frozen: '0',
      reason: 'the owner is back',
    });
    await rounds();
    expect(await dollarsOf(THIEF)).toBe(0n);
    expect(await states()).toEqual({ cancelled: 1 });
  });

  test('a first payment to an address waits for a day or an operator, and its owner reads until when', async () => {
    const network = exchange.live.custody.network(2);
    if (network === undefined) throw new Error('no network');
    await exchange.submit({
      kind: 'custody.network',
      network: { ...network, newAddressWaitMs: 86_400_000 },
    });
    await ask('100', THIEF);
    const asked = await lastWithdrawal();
    expect(asked).toMatchObject({ status: 'applying', is_cancellable: 1 });
    expect(asked.waits_until).toMatch(/^20\d\d-/);
    const journaled = exchange.engine.exchange.seq;
    await rounds();
    expect(await dollarsOf(THIEF)).toBe(0n);
    // A waiting withdrawal is not submitted in each round: each refusal would stay in the journal.
    expect(exchange.engine.exchange.seq - journaled).toBeLessThan(5);
    const [row] = (await office.as('finance', officeWithdrawals, { status: 'applying' })).list;
    expect(row).toMatchObject({
      id: asked.id,
      waits_until: asked.waits_until,
      approvals_needed: 0,
      held_until: '',
      is_frozen: false,
    });
    await office.as('approver', officeWithdrawalDecide, { id: asked.id, approved: '1' });
    await eventuallyMined(async () => {
      expect(await dollarsOf(THIEF)).toBe(97n * DOLLAR);
    });
    expect((await lastWithdrawal()).waits_until).toBe('');
    // An approving operator sees that a hold comes first.
    const heldMs = exchange.live.timeMs + 2_000;
    await exchange.submit({ kind: 'custody.holdBack', user: ALICE, untilMs: heldMs });
    const [held] = (await office.as('finance', officeWithdrawals, {})).list;
    expect(held).toMatchObject({ id: asked.id, held_until: shanghaiTime(heldMs) });
    // The hold ends before the following tests.
    await expect.poll(() => Date.now() > heldMs, { timeout: 10_000 }).toBe(true);
  });
});
