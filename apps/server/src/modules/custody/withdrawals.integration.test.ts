/** Withdrawals over HTTP until they are signed, on a real chain and with a real signer. */
import {
  acceptorAct,
  acceptorDeal,
  acceptorDeals,
  acceptorList,
} from '@meridian/contract/acceptor/calls';
import {
  addAddress,
  addresses,
  cancelWithdrawal,
  checkAddress,
  deleteAddress,
  networks,
  setWhitelist,
  withdraw,
  withdrawInfo,
} from '@meridian/contract/custody/calls';
import { walletDetail, walletList } from '@meridian/contract/wallet/calls';
import { KEY_LIFETIME_MS } from '@meridian/core/idempotency';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ensureDemoAcceptor } from '../acceptor/demo.ts';
import { paidTo } from '../../../test/people/payment-account.ts';
import { ALICE, BOB, TEST_FIELDS, type As } from '../../../test/test-exchange.ts';
import {
  COIN,
  OUTSIDE,
  USDT,
  addressOf,
  alice,
  approve,
  ask,
  askAtOnce,
  balanceOf,
  codeOf,
  dollarsOf,
  eventually,
  exchange,
  lastWithdrawal,
  owners,
  playCustody,
  until,
} from '../../../test/custody-scene.ts';

playCustody();

describe('a withdrawal', () => {
  test('W3, W6: holds, is mined, and arrives to the last unit', async () => {
    const before = await dollarsOf(OUTSIDE);
    expect(await ask('123.456789')).toBe('Withdrawal submitted');
    expect(await exchange.call(walletDetail, { currency: USDT }, alice)).toMatchObject({
      change_balance: '99876.543211',
      lock_change_balance: '123.456789',
    });
    const done = await until('success');
    expect(done).toMatchObject({
      number: '123.456789',
      fee: '3',
      received: '120.456789',
      is_cancellable: 0,
    });
    expect((await dollarsOf(OUTSIDE)) - before).toBe(120_456_789n);
    expect(await exchange.call(walletDetail, { currency: USDT }, alice)).toMatchObject({
      change_balance: '99876.543211',
      lock_change_balance: '0',
    });
    expect(await codeOf(exchange.call(cancelWithdrawal, { id: done.id }, alice))).toBe(
      'withdrawal_not_found',
    );
    exchange.engine.exchange.verify();
  });

  test('needs an open network, a good address of it, an amount within its bounds', async () => {
    const submit = (more: object) =>
      codeOf(
        owners.withdraw({ currency: USDT, number: '50', address: OUTSIDE, type: 'erc20', ...more }),
      );
    const begun = await owners.confirm({
      currency: USDT,
      number: '50',
      address: OUTSIDE,
      type: 'erc20',
    });
    for (const [code, more] of [
      ['address_wrong_network', { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }],
      ['address_invalid', { address: OUTSIDE.replace(/.$/, (last) => (last === '1' ? '2' : '1')) }],
      ['custody_closed', { type: 'trc20' }],
    ] as const) {
      expect(await submit(more)).toBe(code);
      expect(
        await codeOf(
          exchange.call(
            withdraw,
            { currency: USDT, number: '50', address: OUTSIDE, type: 'erc20', ...begun, ...more },
            alice,
          ),
        ),
      ).toBe(code);
    }
    // The form checks the address before a confirmation, without a proof.
    const check = (more: object) =>
      exchange.call(
        checkAddress,
        { currency: USDT, address: OUTSIDE, type: 'erc20', ...more },
        alice,
      );
    expect(await check({ address: OUTSIDE.toLowerCase() })).toEqual({
      address: OUTSIDE,
      look_alike: '',
    });
    expect(await codeOf(check({ address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }))).toBe(
      'address_wrong_network',
    );
    expect(await codeOf(check({ address: 'abc' }))).toBe('address_invalid');
    expect(await codeOf(check({ type: 'trc20' }))).toBe('custody_closed');
    expect(await submit({ currency: 1, type: 'btc' })).toBe('custody_closed');
    expect(await submit({ number: '9' })).toBe('withdrawal_too_small');
    expect(await submit({ number: '50.000000001' })).toBe('number_precision');
    expect(await exchange.call(withdrawInfo, { currency: USDT, type: '0' }, alice)).toMatchObject({
      rate: '3',
      min_number: '10',
      day_limit: '100000',
      day_left: '100000',
      is_open: 1,
    });
    expect((await exchange.call(networks, {}, alice)).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['eth', 'erc20']),
    );
    expect((await exchange.call(walletList, {}, alice)).is_open_CTbi).toBe(1);
  });

  test('item 21: a fee that the client names changes nothing', async () => {
    const terms = { currency: USDT, number: '50', address: OUTSIDE, type: 'erc20' } as const;
    await exchange.call(
      withdraw,
      { ...terms, rate: '0', ...(await owners.confirm(terms)) },
      { ...alice, origin: 'http://localhost:3000' },
    );
    expect(await lastWithdrawal()).toMatchObject({ fee: '3', received: '47' });
  });

  test("item 18, Poloniex' story: a thousand withdrawals of the whole balance at once, exactly one passes", async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 1_000 }, () => codeOf(askAtOnce('100000'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await exchange.call(walletDetail, { currency: USDT }, alice)).toMatchObject({
      change_balance: '0',
      lock_change_balance: '100000',
    });
    await lastWithdrawal();
  });

  test('item 22: a change of security holds it back; with the whitelist a new address waits a day; no way around it', async () => {
    await exchange.queries
      .updateTable('users')
      .set({ withdrawals_held_until: new Date(Date.now() + 3_600_000) })
      .where('id', '=', BigInt(ALICE))
      .execute();
    expect(await codeOf(ask('50'))).toBe('withdrawals_held');
    expect(await codeOf(ask('50', await addressOf(BOB)))).toBe('withdrawals_held');
    await exchange.queries.updateTable('users').set({ withdrawals_held_until: null }).execute();
    await exchange.call(setWhitelist, { enabled: '1' }, alice);
    expect(await codeOf(ask('50'))).toBe('address_not_in_book');
    expect(
      await codeOf(
        exchange.call(checkAddress, { currency: USDT, address: OUTSIDE, type: 'erc20' }, alice),
      ),
    ).toBe('address_not_in_book');
    await exchange.call(
      addAddress,
      { currency_id: USDT, address: OUTSIDE, notes: 'mine', type: 'erc20' },
      alice,
    );
    expect(
      await codeOf(
        exchange.call(
          addAddress,
          { currency_id: USDT, address: OUTSIDE.toLowerCase(), type: 'erc20' },
          alice,
        ),
      ),
    ).toBe('address_known');
    expect(await codeOf(ask('50'))).toBe('address_waiting');
    await exchange.queries
      .updateTable('withdrawal_addresses')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000) })
      .execute();
    expect(await codeOf(ask('50', await addressOf(BOB)))).toBe('address_not_in_book');
    expect(await codeOf(ask('50'))).toBe('ok');
    await lastWithdrawal();
    const [own] = await exchange.call(addresses, { currency: USDT }, alice);
    expect(own).toMatchObject({ address: OUTSIDE, notes: 'mine', usable_time: '' });
    expect(
      await codeOf(exchange.call(deleteAddress, { address_id: own?.id ?? 0 }, { user: BOB })),
    ).toBe('address_not_found');
    expect(await codeOf(exchange.call(deleteAddress, { address_id: own?.id ?? 0 }, alice))).toBe(
      'ok',
    );
  });

  test('item 23: above a tier it waits for one operator, above the next for two different ones', async () => {
    await ask('60000');
    const { id } = await lastWithdrawal();
    await approve(id, 1);
    expect(
      (await exchange.submit({ kind: 'custody.approve', withdrawal: id, operator: 1 })).outcome,
    ).toMatchObject({ rejection: 'approval_repeated' });
    expect((await lastWithdrawal()).status).toBe('applying');
    await approve(id, 2);
    expect(await until('success')).toMatchObject({ received: '59997' });
  });

  test('item 23, W9: one whose worth has grown waits for operators again, and is not sent without them', async () => {
    const [ETH, MARKET] = [2, 2];
    const index = (dollars: number) =>
      exchange.submit({
        kind: 'index.set',
        source: 'test',
        prices: [[MARKET, (dollars * 100) as PriceTicks]],
      });
    await exchange.submit({
      kind: 'ledger.deposit',
      user: ALICE,
      wallet: 'spot',
      currency: ETH,
      amount: (10n * COIN) as Amount,
      reference: 'test',
    });
    const network = exchange.live.custody.network(1);
    if (network === undefined) throw new Error('no network');
    const terms = {
      ...network,
      oneApprovalFrom: (1_500n * COIN) as Amount,
      twoApprovalsFrom: (9_000n * COIN) as Amount,
    };
    // An hourly limit of zero keeps the withdrawal from leaving while the price moves.
    await exchange.submit({
      kind: 'custody.network',
      network: { ...terms, maxPerHour: 0n as Amount },
    });
    await index(1_000);
    const { outcome } = await exchange.submit({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 1,
      amount: COIN as Amount,
      address: OUTSIDE,
      recipient: 0,
      dayLimit: (1_000_000n * COIN) as Amount,
      approvals: 0,
    });
    expect(outcome).toMatchObject({ ok: true });
    await eventually(async () => expect((await lastWithdrawal()).status).toBe('agreed'));
    await index(2_000);
    await exchange.submit({ kind: 'custody.network', network: terms });
    await eventually(async () => expect((await lastWithdrawal()).status).toBe('applying'));
    const { id } = await lastWithdrawal();
    expect(
      await exchange.queries
        .selectFrom('withdrawals')
        .select(['worth', 'approvals_needed'])
        .where('id', '=', BigInt(id))
        .executeTakeFirstOrThrow(),
    ).toEqual({ worth: 2_000n * COIN, approvals_needed: 1 });
    expect(await exchange.queries.selectFrom('chain_transfers').select('id').execute()).toEqual([]);
    await approve(id, 1);
    await until('success');
  });

  test('item 23: asked again it is the same one, and from the millisecond where its key ends a new one that waits for as many operators', async () => {
    // An unknown address from a new device: one operator must approve.
    await exchange.queries.updateTable('sessions').set({ created_at: new Date() }).execute();
    const as: As = { ...alice, key: 'once' };
    await ask('50', OUTSIDE, as);
    const askedMs = exchange.engine.timeMs;
    const needed = () =>
      exchange.engine.exchange
        .snapshot()
        .custody.withdrawals.map(({ approvalsNeeded, status }) => [approvalsNeeded, status]);
    expect(needed()).toEqual([[1, 'requested']]);
    expect(await ask('50', OUTSIDE, as)).toBe('Withdrawal submitted');
    expect(await codeOf(ask('51', OUTSIDE, as))).toBe('idempotency_key_reused');
    exchange.engine.advance(askedMs + KEY_LIFETIME_MS - exchange.engine.timeMs - 2);
    await ask('50', OUTSIDE, as);
    expect(needed()).toHaveLength(1);
    await ask('50', OUTSIDE, as);
    expect(exchange.engine.timeMs).toBe(askedMs + KEY_LIFETIME_MS);
    expect(needed()).toEqual([
      [1, 'requested'],
      [1, 'requested'],
    ]);
    await lastWithdrawal();
    await ask('50');
    expect(needed(), 'without a key').toHaveLength(3);
    expect(needed().at(-1)).toEqual([1, 'requested']);
    await lastWithdrawal();
  });

  test('item 29: a day has one limit for all ways out', async () => {
    await exchange.queries
      .updateTable('site_settings')
      .set({ value: '2000' })
      .where('key', '=', 'daily_limit_1')
      .execute();
    await ask('900');
    await ask('900', await addressOf(BOB));
    await lastWithdrawal();
    expect(await codeOf(ask('300'))).toBe('day_limit_exceeded');
    expect(await exchange.call(withdrawInfo, { currency: USDT, type: '0' }, alice)).toMatchObject({
      day_limit: '2000',
      day_left: '200',
    });
  });

  test('item 29: sales to acceptors are one of them, whichever comes first, and many at once', async () => {
    const left = async () =>
      (await exchange.call(withdrawInfo, { currency: USDT, type: '0' }, alice)).day_left;
    // 7.15 CNY for each.
    const sell = (coins: number) =>
      codeOf(
        exchange.call(
          acceptorDeal,
          {
            acceptor_id: acceptor,
            type: 'sell',
            way: 'bank',
            mobile: '13800000000',
            deal_account: '62000000',
            money: (coins * 7.15).toFixed(2),
          },
          alice,
        ),
      );
    await sql`truncate acceptor_deals, acceptors restart identity cascade`.execute(
      exchange.queries,
    );
    await exchange.queries
      .insertInto('payment_methods')
      .values(paidTo(ALICE, '62000000'))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await ensureDemoAcceptor({ queries: exchange.queries, fields: TEST_FIELDS }, BOB);
    const acceptor = (await exchange.call(acceptorList, {}, alice))[0]?.id ?? 0;
    // The tier is set above the limit: below it, a sale beside the withdrawal would need an
    // operator.
    const network = exchange.live.custody.network(2);
    if (network === undefined) throw new Error('no network');
    const high = 1_000_000_000_000_000n as Amount;
    await exchange.queries.updateTable('users').set({ review_status: 'approved' }).execute();
    await exchange.queries
      .insertInto('site_settings')
      .values({ key: 'daily_limit_2', value: '2000' })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '2000' }))
      .execute();
    await exchange.stepUp(ALICE);
    expect(await sell(1_000)).toBe('sale_needs_approval');
    await exchange.submit({
      kind: 'custody.network',
      network: { ...network, oneApprovalFrom: high, twoApprovalsFrom: high },
    });
    await ask('900');
    await lastWithdrawal();
    expect(await sell(1_200)).toBe('day_limit_exceeded');
    expect(await sell(1_000)).toBe('ok');
    expect(await left()).toBe('100');
    expect(await codeOf(ask('101'))).toBe('day_limit_exceeded');
    const [deal] = (await exchange.call(acceptorDeals, {}, alice)).list;
    await exchange.call(acceptorAct, { id: deal?.id ?? 0, act: 'reject' }, { user: BOB });
    expect(await left()).toBe('1100');
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, (_none, index) =>
        index % 2 === 0 ? sell(600) : codeOf(askAtOnce('600')),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
    expect(await left()).toBe('500');
    await lastWithdrawal();
    await exchange.submit({ kind: 'custody.network', network });
    await exchange.queries.updateTable('users').set({ review_status: 'none' }).execute();
  });

  test('to another user arrives at once and without a fee', async () => {
    for (let time = 0; time < 2; time++)
      expect(await ask('500', await addressOf(BOB), { ...alice, key: 'gift' })).toBe(
        'Transfer to the other account complete',
      );
    expect(await balanceOf(BOB)).toBe('100500');
    expect(await lastWithdrawal()).toMatchObject({ status: 'in_site', fee: '0' });
    expect(await codeOf(ask('500', await addressOf(ALICE)))).toBe('withdrawal_to_self');
  });

  test('can be taken back until it is signed', async () => {
    await ask('1500');
    const { id } = await lastWithdrawal();
    expect(await codeOf(exchange.call(cancelWithdrawal, { id }, { user: BOB }))).toBe(
      'withdrawal_not_found',
    );
    expect(await codeOf(exchange.call(cancelWithdrawal, { id }, alice))).toBe('ok');
    expect(await lastWithdrawal()).toMatchObject({ status: 'cancelled', is_cancellable: 0 });
    expect(await balanceOf(ALICE)).toBe('100000');
  });
});
