/** Deposits over HTTP, on a real chain of this machine. */
import type { ChainAdapter } from '@meridian/chain/adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import { twoNodes } from '@meridian/chain/two-nodes';
import { chargeRequest, claims, deposits } from '@meridian/contract/custody/calls';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { ALICE, BOB } from '../../../test/test-exchange.ts';
import {
  DOLLAR,
  LOOK_MS,
  USDT,
  adapter,
  addressOf,
  alarmed,
  alice,
  ask,
  balanceOf,
  chain,
  dollar,
  dollarsOf,
  eventually,
  eventuallyMined,
  exchange,
  lastWithdrawal,
  newCustodian,
  playCustody,
  signer,
  until,
} from '../../../test/custody-scene.ts';

playCustody();

describe('a deposit', () => {
  test('W2: is shown as it confirms, is available with its last confirmation and not before, and comes once (W1)', async () => {
    await chain.sendDollars(dollar, await addressOf(ALICE), 250n * DOLLAR);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list).toMatchObject([
        {
          number: '250',
          confirmations: 1,
          confirmations_needed: 6,
          status: 'pending',
          network: 'erc20',
        },
      ]),
    );
    expect(await balanceOf(ALICE)).toBe('100000');
    await chain.mine(4);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list[0]).toMatchObject({
        confirmations: 5,
        status: 'pending',
      }),
    );
    expect(await balanceOf(ALICE)).toBe('100000');
    await chain.mine(1);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list[0]).toMatchObject({
        confirmations: 6,
        status: 'credited',
      }),
    );
    expect(await balanceOf(ALICE)).toBe('100250');
    expect((await exchange.call(deposits, {}, { user: BOB })).list).toEqual([]);
    // A watcher without memory reads the same chain again: the core knows the deposit's name.
    await exchange.custodian.stop();
    await sql`update seen_deposits set status = 'pending'`.execute(exchange.queries);
    const again = newCustodian();
    await again.start({
      adapters: [adapter()],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    await eventually(async () =>
      expect(
        (await exchange.queries.selectFrom('seen_deposits').select('status').execute()).map(
          ({ status }) => status,
        ),
      ).toEqual(['credited']),
    );
    await again.stop();
    expect(await balanceOf(ALICE)).toBe('100250');
  });

  test('that a fork drops before its last confirmation never was; one that was credited is taken back', async () => {
    const to = await addressOf(ALICE);
    await chain.sendDollars(dollar, to, 300n * DOLLAR);
    await chain.mine(7);
    await eventually(async () => expect(await balanceOf(ALICE)).toBe('100300'));
    await chain.reorg(9);
    await chain.mine(2);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list[0]).toMatchObject({
        status: 'reversed',
        confirmations: 0,
      }),
    );
    expect(await balanceOf(ALICE)).toBe('100000');
    await eventually(async () => expect(alarmed('no longer in the chain')).toBe(true));
    exchange.engine.exchange.verify();
    await chain.sendDollars(dollar, to, 111n * DOLLAR);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list[0]).toMatchObject({
        number: '111',
        status: 'pending',
      }),
    );
    await chain.reorg(3);
    await chain.mine(8);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list[0]).toMatchObject({
        number: '111',
        status: 'pending',
        confirmations: 0,
      }),
    );
    expect(await balanceOf(ALICE)).toBe('100000');
  });

  test('that one of two nodes does not tell of is not credited, and a withdrawal not settled; operators read which node it is', async () => {
    const to = await addressOf(ALICE);
    await exchange.custodian.stop();
    await ask('50');
    let says: Partial<ChainAdapter> = {
      block: () => Promise.reject(new ChainFault('unreachable', 'no answer')),
    };
    const second = new Proxy<ChainAdapter>(adapter(), {
      get: (node, name: keyof ChainAdapter) =>
        says[name] ?? (typeof node[name] === 'function' ? node[name].bind(node) : node[name]),
    });
    const custodian = newCustodian();
    await custodian.start({
      adapters: [
        twoNodes({ name: 'a.example', adapter: adapter() }, { name: 'b.example', adapter: second }),
      ],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
    });
    await chain.sendDollars(dollar, to, 200n * DOLLAR);
    await chain.mine(8);
    await eventually(async () =>
      Promise.resolve(
        expect(exchange.alarms).toContain('ethereum: unreachable: node b.example: no answer'),
      ),
    );
    expect([custodian.alarms, await balanceOf(ALICE)]).toEqual([['chain_nodes'], '99950']);
    const status = vi.fn(() => Promise.resolve({ state: 'unknown' as const }));
    says = { status };
    await eventually(async () =>
      expect([custodian.alarms, await balanceOf(ALICE), status.mock.calls.length > 0]).toEqual([
        [],
        '100150',
        true,
      ]),
    );
    await eventuallyMined(async () =>
      expect([status.mock.calls.length > 12, (await lastWithdrawal()).status]).toEqual([
        true,
        'agreed',
      ]),
    );
    says = {};
    await until('success');
    await custodian.stop();
  });

  test('below the least is recorded and not credited', async () => {
    await chain.sendDollars(dollar, await addressOf(ALICE), 99n * DOLLAR);
    await chain.mine(7);
    await eventually(async () =>
      expect((await exchange.call(deposits, {}, alice)).list).toMatchObject([
        { number: '99', status: 'ignored' },
      ]),
    );
    expect(await balanceOf(ALICE)).toBe('100000');
  });

  test('is swept to the hot address, with fuel for its way', async () => {
    const to = await addressOf(BOB);
    await chain.sendDollars(dollar, to, 500n * DOLLAR);
    await eventuallyMined(async () => {
      expect(await dollarsOf(to)).toBe(0n);
    });
    expect(
      (
        await exchange.queries.selectFrom('chain_transfers').select('kind').orderBy('id').execute()
      ).map(({ kind }) => kind),
    ).toEqual(['fuel', 'sweep']);
  });

  test('that is claimed by hand moves nothing', async () => {
    await exchange.call(chargeRequest, { amount: '500', hash: '0xnever', currency: USDT }, alice);
    expect((await exchange.call(claims, {}, alice)).list).toMatchObject([
      { amount: '500', status: 'open' },
    ]);
    expect(await balanceOf(ALICE)).toBe('100000');
  });
});
