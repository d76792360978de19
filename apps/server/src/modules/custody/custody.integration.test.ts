/**
 * Deposits and withdrawals over HTTP, on a real chain of this machine and with a real signer's
 * process.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChainAdapter, Unsigned } from '@meridian/chain/adapter';
import { BitcoinAdapter } from '@meridian/chain/bitcoin/bitcoin-adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import { MOST_FEE } from '@meridian/chain/chains';
import { EthereumAdapter } from '@meridian/chain/ethereum/ethereum-adapter';
import {
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from '@meridian/chain/local/local-chain';
import { BY_EXCHANGE_ALONE } from '@meridian/chain/signer/policy';
import { freePort } from '../../free-port.ts';
import { twoNodes } from '@meridian/chain/two-nodes';
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
  chargeRequest,
  checkAddress,
  claims,
  deleteAddress,
  depositAddress,
  deposits,
  networks,
  setWhitelist,
  withdraw,
  withdrawals,
  withdrawInfo,
} from '@meridian/contract/custody/calls';
import { walletDetail, walletList } from '@meridian/contract/wallet/calls';
import { KEY_LIFETIME_MS } from '@meridian/core/idempotency';
import type { Amount, PriceTicks } from '@meridian/money/amount';
import { BitcoinStandIn } from '@meridian/testkit/chains/bitcoin-stand-in';
import { sql } from 'kysely';
import { getAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { officeUserFreeze } from '@meridian/contract/account/office';
import {
  officeColdAddressSave,
  officeColdMove,
  officeColdStorage,
  officeReserves,
  officeWithdrawalDecide,
  officeWithdrawalLost,
  officeWithdrawals,
} from '@meridian/contract/custody/office';
import type { Role } from '@meridian/contract/office/permissions';
import { TestOffice } from '../../../test/people/operators.ts';
import { ensureDemoAcceptor } from '../acceptor/demo.ts';
import { paidTo } from '../../../test/people/payment-account.ts';
import {
  ALICE,
  BOB,
  TEST_FIELDS,
  TestExchange,
  type As,
  type WireRefusal,
} from '../../../test/test-exchange.ts';
import { Custodian, type ChainSetup } from './custodian.ts';
import { startOwnSigner, type SignerConnection } from './signer-process.ts';
import { ConfirmingOwners } from '../../../test/people/confirmation.ts';

const WORDS = 'test test test test test test test test test test test junk';
const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n;
const COIN = 10n ** 8n;
const USDT = 3;
const OUTSIDE = privateKeyToAccount(`0x${'42'.repeat(32)}`).address;
const LOOK_MS = 30;

let folder: string;
let chain: LocalChain;
let dollar: `0x${string}`;
let signer: SignerConnection;
let stopSigner: () => Promise<void>;
let exchange: TestExchange;
let owners: ConfirmingOwners;
let office: TestOffice<Role | 'second approver'>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'meridian-custody-'));
  chain = await startLocalChain({ port: await freePort(), mnemonic: WORDS });
  dollar = await chain.deployDollar();
  exchange = await TestExchange.open();
  owners = new ConfirmingOwners(exchange);
  await exchange.reset();
  office = await TestOffice.open<'second approver'>(exchange);
  await office.add('second approver', 'approver');
  const limit = { perHour: 10n ** 30n, perDay: 10n ** 30n };
  const policy = {
    ethereumChainId: LOCAL_CHAIN_ID,
    bitcoinNetwork: 'regtest',
    assets: assets().map((asset) => ({ ...asset, ...limit, ...BY_EXCHANGE_ALONE })),
    mostFee: MOST_FEE,
    coldAddresses: [],
  } as const;
  ({ signer, stop: stopSigner } = await startOwnSigner({ dataDir: folder, policy }));
});
afterAll(async () => {
  await exchange?.custodian?.stop();
  await exchange?.close();
  await stopSigner?.();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await exchange.custodian?.stop();
  await Promise.all(assets().map(({ id }) => signer.resume(id, Date.now())));
  await exchange.reset();
  await sql`truncate seen_deposits, chain_transfers, chain_blocks, withdrawal_risks, withdrawal_losses, withdrawal_addresses, deposit_claims, cold_moves, cold_addresses, network_terms`.execute(
    exchange.queries,
  );
  await exchange.queries
    .updateTable('users')
    .set({ withdrawals_held_until: null, withdraws_to_book_only: false })
    .execute();
  await exchange.queries
    .updateTable('site_settings')
    .set({ value: '100000' })
    .where('key', '=', 'daily_limit_1')
    .execute();
  await exchange.queries
    .insertInto('site_settings')
    .values({ key: 'daily_limit_1', value: '100000' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  // The devices are made known, so that an operator is needed only where the test says so.
  await exchange.queries
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 48 * 3_600_000) })
    .execute();
  await open();
  await skipNumbers();
});

/**
 * The signer remembers for ever what it signed, by the number of the withdrawal: each test begins
 * where the last one ended.
 */
let usedNumbers = 0;
async function skipNumbers(): Promise<void> {
  const request = {
    kind: 'custody.withdraw',
    user: BOB,
    network: 2,
    amount: (10n * COIN) as Amount,
    address: OUTSIDE,
    recipient: 0,
    dayLimit: (1_000_000n * COIN) as Amount,
    approvals: 2,
  } as const;
  for (let number = 0; number < usedNumbers; number++) {
    const { outcome } = await exchange.submit(request);
    if (outcome.ok && outcome.id !== undefined)
      await exchange.submit({ kind: 'custody.cancel', user: BOB, withdrawal: outcome.id });
  }
}

/** A custodian as after a restart of the server: it knows only the tables. */
function newCustodian(engine: Pick<TestExchange, 'submit'> = exchange): Custodian {
  return new Custodian({
    queries: exchange.queries,
    engine,
    live: exchange.live,
    alarm: (text) => exchange.alarms.push(text),
  });
}

function assets() {
  return [
    { id: 'ETH', chain: 'ethereum', decimals: 18, dust: ETHER / 10_000n },
    { id: 'USDT.erc20', chain: 'ethereum', token: dollar, decimals: 6, dust: DOLLAR },
  ] as const;
}

function adapter(): EthereumAdapter {
  return new EthereumAdapter({ url: chain.url, chainId: LOCAL_CHAIN_ID, assets: assets() });
}

async function open(more: Partial<ChainSetup> = {}): Promise<void> {
  await exchange.custodian.start(
    {
      adapters: [adapter()],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
      ...more,
    },
    async (hotAddress) => {
      const address = hotAddress('ethereum') as `0x${string}`;
      await chain.client.setBalance({ address, value: 1_000n * ETHER });
      await chain.sendDollars(dollar, address, 5_000_000n * DOLLAR);
    },
  );
}

const eventually = <T>(assertion: () => Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 30 });

/**
 * Waits while the chain goes on. The next block is mined once those before it were read, or a busy
 * machine would fall behind for ever.
 */
const eventuallyMined = <T>(assertion: () => Promise<T>): Promise<T> =>
  eventually(async () => {
    const { read } = await exchange.queries
      .selectFrom('chain_blocks')
      .select(({ fn }) => fn.max('height').as('read'))
      .where('chain', '=', 'ethereum')
      .executeTakeFirstOrThrow();
    if (read === null || BigInt(read) >= (await chain.client.getBlockNumber())) await chain.mine(1);
    return assertion();
  });
const alice: As = { user: ALICE };

async function addressOf(user: number): Promise<`0x${string}`> {
  const given = await exchange.call(depositAddress, { currency: USDT }, { user });
  if (typeof given === 'string' || given.usdt_erc20 === undefined) throw new Error('no address');
  return given.usdt_erc20 as `0x${string}`;
}

async function balanceOf(user: number): Promise<string> {
  return (await exchange.call(walletDetail, { currency: USDT }, { user })).change_balance;
}

function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'ok',
    (error: WireRefusal) => error.answer['code'],
  );
}

async function dollarsOf(address: string): Promise<bigint> {
  return adapter().balance('USDT.erc20', address);
}

/** Requests a withdrawal that has to pass without an operator. */
async function ask(number: string, address: string = OUTSIDE, as: As = alice): Promise<string> {
  await exchange.stepUp(as.user ?? ALICE);
  return owners.withdraw({ currency: USDT, number, address, type: 'erc20' }, as);
}
const askAtOnce = (number: string, address: string = OUTSIDE): Promise<string> =>
  owners.withdrawProven({ currency: USDT, number, address, type: 'erc20' });

async function lastWithdrawal() {
  const [row] = (await exchange.call(withdrawals, {}, alice)).list;
  if (row === undefined) throw new Error('no withdrawal');
  usedNumbers = Math.max(usedNumbers, row.id);
  return row;
}

async function approve(id: number, ...operators: number[]): Promise<void> {
  for (const operator of operators) {
    const { outcome } = await exchange.submit({
      kind: 'custody.approve',
      withdrawal: id,
      operator,
    });
    expect(outcome).toMatchObject({ ok: true });
  }
}

/** Whether an alarm was raised. Alarms come after the core's decision, so tests wait for them. */
const alarmed = (text: string): boolean => exchange.alarms.some((alarm) => alarm.includes(text));

/** Mines blocks until the withdrawal is in this state. */
async function until(status: string): Promise<Awaited<ReturnType<typeof lastWithdrawal>>> {
  return eventuallyMined(async () => {
    const row = await lastWithdrawal();
    expect(row.status, exchange.alarms.join('; ')).toBe(status);
    return row;
  });
}

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

  test('W6: the signer refuses a transaction that is not what was approved, and nothing leaves', async () => {
    await exchange.custodian.stop();
    const thief = privateKeyToAccount(`0x${'13'.repeat(32)}`).address;
    const tampering = (inner: EthereumAdapter): ChainAdapter =>
      new Proxy(inner, {
        get: (target, name) => {
          if (name === 'buildTransfer')
            return (request: Parameters<ChainAdapter['buildTransfer']>[0]): Promise<Unsigned> =>
              target.buildTransfer({ ...request, to: thief });
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
        },
      });
    const custodian = newCustodian();
    await custodian.start({
      adapters: [tampering(adapter())],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    exchange.custodian = custodian;
    const { outcome } = await exchange.submit({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (50n * COIN) as Amount,
      address: OUTSIDE,
      recipient: 0,
      dayLimit: (1_000_000n * COIN) as Amount,
      approvals: 0,
    });
    expect(outcome.ok).toBe(true);
    await eventually(async () =>
      expect(
        exchange.alarms.some((text) => text.includes('the signer refuses: wrong_destination')),
      ).toBe(true),
    );
    expect(await dollarsOf(thief)).toBe(0n);
    expect((await lastWithdrawal()).hash).toBe('');
  });

  test('W3: a price that is too low is raised with the same nonce, and only one of the two is mined', async () => {
    await exchange.custodian.stop();
    await chain.client.setAutomine(false);
    try {
      const custodian = newCustodian();
      await custodian.start({
        adapters: [adapter()],
        signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOOK_MS,
        newAddressWaitMs: 0,
        stuckMs: 200,
      });
      exchange.custodian = custodian;
      const before = await dollarsOf(OUTSIDE);
      await exchange.submit({
        kind: 'custody.withdraw',
        user: ALICE,
        network: 2,
        amount: (50n * COIN) as Amount,
        address: OUTSIDE,
        recipient: 0,
        dayLimit: (1_000_000n * COIN) as Amount,
        approvals: 0,
      });
      await eventually(async () =>
        expect(
          (
            await exchange.queries
              .selectFrom('chain_transfers')
              .select('earlier')
              .executeTakeFirstOrThrow()
          ).earlier.length,
        ).toBeGreaterThan(0),
      );
      await until('success');
      expect((await dollarsOf(OUTSIDE)) - before).toBe(47n * DOLLAR);
    } finally {
      await chain.client.setAutomine(true);
    }
  });

  test('that can never be mined is given back by two operators who name what took its place, and nothing else is', async () => {
    await chain.client.setAutomine(false);
    try {
      await ask('50');
      const sent = await eventually(async () => {
        await lastWithdrawal();
        return exchange.queries
          .selectFrom('chain_transfers')
          .selectAll()
          .where('status', '=', 'broadcast')
          .executeTakeFirstOrThrow();
      });
      const { id } = await lastWithdrawal();
      const { source, nonce, signed } = sent;
      const giveBack = (desk: 'second approver' | 'approver', hash: string) =>
        office.refused(desk, officeWithdrawalLost, {
          id,
          hash,
          reason: 'The signer was restored from an old copy.',
        });
      // The withdrawal's own transaction is in the pool: it could be mined, and does not prove its
      // own loss.
      expect(await giveBack('second approver', signed?.txid ?? '')).toBe('transaction_not_found');
      await exchange.custodian.stop();
      await chain.client.dropTransaction({ hash: signed?.txid as `0x${string}` });
      const from = source as `0x${string}`;
      await chain.client.impersonateAccount({ address: from });
      const other = await chain.client.sendUnsignedTransaction({
        from,
        to: OUTSIDE,
        value: 1n,
        nonce: Number(nonce),
        gas: 21_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 10n ** 9n,
      });
      await chain.client.stopImpersonatingAccount({ address: from });
      const stranger = await chain.client.wallet.sendTransaction({ to: OUTSIDE, value: 1n });
      exchange.custodian = newCustodian();
      await exchange.custodian.start({
        adapters: [adapter()],
        signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOOK_MS,
        newAddressWaitMs: 0,
      });
      await chain.mine(1);
      // Neither a shallow transaction nor an unrelated one is a proof.
      expect(await giveBack('second approver', other)).toBe('transaction_not_found');
      await chain.mine(6);
      expect(await giveBack('second approver', stranger)).toBe('transaction_not_found');
      expect(await giveBack('second approver', other)).toBe('accepted');
      expect(await giveBack('second approver', other)).toBe('approval_repeated');
      expect(await exchange.call(walletDetail, { currency: USDT }, alice)).toMatchObject({
        change_balance: '99950',
        lock_change_balance: '50',
      });
      expect(await giveBack('approver', other)).toBe('accepted');
      expect((await lastWithdrawal()).status).toBe('failure');
      expect(await balanceOf(ALICE)).toBe('100000');
      expect(await giveBack('approver', other)).toBe('withdrawal_not_waiting');
      exchange.engine.exchange.verify();
    } finally {
      await chain.client.setAutomine(true);
    }
  });

  const STEPS = [
    'custody.sign',
    'buildTransfer',
    'sign',
    'broadcast',
    'custody.cost',
    'custody.settle',
  ] as const;
  test.each(STEPS)('W3: a crash after %s sends and books it once', async (step) => {
    await exchange.custodian.stop();
    let hasCrashed = false;
    /** Executes a call and fails before its answer is stored. */
    const crashing = <T extends object>(inner: T): T =>
      new Proxy(inner, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return async (...given: { kind?: string }[]): Promise<unknown> => {
            const answer: unknown = await (value as (...given: unknown[]) => unknown).apply(
              target,
              given,
            );
            if (name !== step && given[0]?.kind !== step) return answer;
            hasCrashed = true;
            throw new Error('the server died');
          };
        },
      });
    const before = await dollarsOf(OUTSIDE);
    const ethers = () =>
      BigInt(
        exchange.engine.exchange
          .snapshot()
          .accounts.find((row) => row.user === 1 && row.currency === 2)?.available ?? 0,
      );
    await exchange.submit({
      kind: 'ledger.deposit',
      user: 3,
      wallet: 'spot',
      currency: 2,
      amount: COIN as Amount,
      reference: 'gas',
    });
    const owed = ethers();
    const dying = newCustodian(
      crashing({
        submit: (command: Parameters<typeof exchange.submit>[0]) => exchange.submit(command),
      }),
    );
    await dying.start({
      adapters: [crashing(adapter())],
      signer: crashing(signer),
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    await exchange.submit({
      kind: 'custody.withdraw',
      user: ALICE,
      network: 2,
      amount: (50n * COIN) as Amount,
      address: OUTSIDE,
      recipient: 0,
      dayLimit: (1_000_000n * COIN) as Amount,
      approvals: 0,
    });
    await eventuallyMined(async () => {
      expect(hasCrashed).toBe(true);
    });
    await dying.stop();
    // Longer than the core remembers keys.
    exchange.engine.advance(48 * 3_600_000);
    exchange.custodian = newCustodian();
    await exchange.custodian.start({
      adapters: [adapter()],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    await until('success');
    await chain.mine(10);
    await exchange.custodian.stop();
    expect((await dollarsOf(OUTSIDE)) - before).toBe(47n * DOLLAR);
    expect(exchange.engine.exchange.snapshot().transfers).toEqual({ cost: [[1, 1]] });
    expect(exchange.engine.exchange.snapshot().keys).toEqual([]);
    expect(ethers()).toBeGreaterThan(owed);
  });

  test('W4: with less there than is owed it stops by itself', async () => {
    await exchange.submit({
      kind: 'ledger.deposit',
      user: ALICE,
      wallet: 'spot',
      currency: USDT,
      amount: (1_000_000_000n * COIN) as Amount,
      reference: 'a promotion that nobody funded',
    });
    await exchange.custodian.stop();
    const custodian = newCustodian();
    await custodian.start({
      adapters: [adapter()],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
    });
    exchange.custodian = custodian;
    await eventually(async () => expect(exchange.live.custody.isPaused(USDT)).toBe(true));
    await eventually(async () => expect(alarmed('W4')).toBe(true));
    await custodian.pause(USDT, false);
  });

  test('W4: what nobody can compare for too long stops, and the others are compared on', async () => {
    await exchange.custodian.stop();
    let isAway = false;
    /** A node that answers for ether and no longer for dollars. */
    const halfAway = (inner: EthereumAdapter): ChainAdapter =>
      new Proxy(inner, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name, target);
          if (typeof value !== 'function') return value;
          return (...given: unknown[]): unknown => {
            if (isAway && name === 'balance' && given[0] === 'USDT.erc20')
              return Promise.reject(new ChainFault('unreachable', 'the node is away'));
            return (value as (...given: unknown[]) => unknown).apply(target, given);
          };
        },
      });
    const custodian = newCustodian();
    await custodian.start({
      adapters: [halfAway(adapter())],
      signer,
      bitcoinNetwork: 'regtest',
      everyMs: LOOK_MS,
      newAddressWaitMs: 0,
      compareEveryMs: 20,
      uncomparedMs: 3_000,
    });
    exchange.custodian = custodian;
    const ETH = 2;
    const paused = () => [USDT, ETH].map((currency) => exchange.live.custody.isPaused(currency));
    // Longer than a currency may go without a comparison: it was compared.
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    expect(paused()).toEqual([false, false]);
    isAway = true;
    await eventually(async () => expect(paused()).toEqual([true, false]));
    await eventually(async () =>
      expect(
        exchange.alarms.filter((text) =>
          text.startsWith('W4: the assets of currency 3 could not be compared'),
        ),
      ).toHaveLength(1),
    );
    const rows = await custodian.reserves();
    expect(rows.map(({ currency, unread }) => [currency, unread])).toEqual(
      expect.arrayContaining([
        [USDT, ['erc20']],
        [ETH, []],
      ]),
    );
    // After a resumption with the node still away, the currency is paused again; other currencies
    // are compared all the time.
    await custodian.pause(USDT, false);
    await exchange.submit({
      kind: 'ledger.deposit',
      user: ALICE,
      wallet: 'spot',
      currency: ETH,
      amount: (1_000_000n * COIN) as Amount,
      reference: 'a promotion that nobody funded',
    });
    await eventually(async () => expect(paused()).toEqual([true, true]));
    await eventually(async () =>
      expect(alarmed('W4: the assets of currency 2 are below')).toBe(true),
    );
    isAway = false;
    await custodian.pause(ETH, false);
    await custodian.pause(USDT, false);
  });

  test('W4: of Bitcoin the watcher knows what there is: a node that is away stops its currencies, and no others', async () => {
    await exchange.custodian.stop();
    const node = await BitcoinStandIn.start();
    const [BTC, ETH] = [1, 2];
    const onBitcoin = [
      { id: 'BTC', chain: 'bitcoin', decimals: 8, dust: 1000n },
      { id: 'USDT.omni', chain: 'bitcoin', token: '31', decimals: 8, dust: 1000n },
    ] as const;
    const custodian = newCustodian();
    exchange.custodian = custodian;
    const paused = () =>
      [BTC, ETH, USDT].map((currency) => exchange.live.custody.isPaused(currency));
    const bitcoin = async () =>
      (await custodian.reserves()).find(({ currency }) => currency === BTC);
    try {
      await custodian.start({
        adapters: [
          adapter(),
          new BitcoinAdapter({ url: node.url, network: 'regtest', assets: onBitcoin }),
        ],
        signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOOK_MS,
        newAddressWaitMs: 0,
        compareEveryMs: 20,
        uncomparedMs: 3_000,
      });
      const { liabilities = 0n } = (await bitcoin()) ?? {};
      node.pay(custodian.addresses?.hot('bitcoin') ?? '', liabilities + 1_000n);
      node.mine(6);
      await eventually(async () => expect((await bitcoin())?.hot).toBeGreaterThan(liabilities));
      await custodian.pause(BTC, false);
      // Longer than a currency may go without a comparison: it was compared.
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      expect(paused()).toEqual([false, false, false]);
    } finally {
      await node.stop();
    }
    await eventually(async () => expect(paused()).toEqual([true, false, true]));
    await eventually(async () =>
      expect(
        exchange.alarms.filter((text) =>
          text.startsWith('W4: the assets of currency 1 could not be compared'),
        ),
      ).toHaveLength(1),
    );
    // The watcher's last data is still there, but is too old to count.
    expect(await bitcoin()).toMatchObject({ unread: [] });
    await custodian.pause(BTC, false);
    await custodian.pause(USDT, false);
  });
});

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

describe('a move to cold storage', () => {
  const COLD = privateKeyToAccount(`0x${'c0'.repeat(32)}`).address;
  const register = (address: string) =>
    office.refused('owner', officeColdAddressSave, { network: 'erc20', address, registered: '1' });
  const cold = async (): Promise<string | undefined> =>
    (await office.as('owner', officeReserves, {})).assets.find(({ currency }) => currency === USDT)
      ?.cold;
  const newest = async () => (await office.as('owner', officeColdStorage, {})).moves[0];
  /** Sends tokens to an address and returns the block that has the transaction. */
  const pay = async (to: `0x${string}`, dollars: bigint) => {
    const hash = await chain.sendDollars(dollar, to, dollars * DOLLAR);
    const { blockNumber } = await chain.client.getTransactionReceipt({ hash });
    return { hash, height: Number(blockNumber) };
  };
  const name = async (move: { hash: string; height: number }, amount: string) => {
    await office.as('owner', officeColdMove, {
      network: 'erc20',
      amount,
      direction: 'to_cold',
      ...move,
    });
    await exchange.custodian.lookForColdMoves();
  };

  test('counts once its transaction is seen, confirmed, with the whole amount at a registered address', async () => {
    expect(await register(COLD)).toBe('accepted');
    const move = await pay(COLD, 700n);
    await name(move, '700');
    expect([await cold(), (await newest())?.is_counted]).toEqual(['0', false]);
    expect((await newest())?.note).toMatch(/^\d of 6 confirmations$/);
    await chain.mine(6);
    await exchange.custodian.lookForColdMoves();
    expect([await cold(), await newest()]).toEqual([
      '700',
      expect.objectContaining({ amount: '700', direction: 'to_cold', is_counted: true, note: '' }),
    ]);
    // Each transaction counts once, in upper or lower case.
    expect(
      await office.refused('owner', officeColdMove, {
        network: 'erc20',
        amount: '700',
        direction: 'to_cold',
        ...move,
        hash: move.hash.toUpperCase().replace('0X', '0x'),
      }),
    ).toBe('deposit_known');
    // A move out of cold storage counts unseen, because it lowers the sum.
    await office.as('owner', officeColdMove, {
      network: 'erc20',
      amount: '100',
      direction: 'to_hot',
      hash: `0x${'ef'.repeat(32)}`,
      height: 1,
    });
    expect(await cold()).toBe('600');
  });

  test('that never was, went elsewhere, or was of another amount never counts', async () => {
    expect(await register(COLD)).toBe('accepted');
    const [elsewhere, less] = [
      await pay(privateKeyToAccount(`0x${'c1'.repeat(32)}`).address, 500n),
      await pay(COLD, 400n),
    ];
    await chain.mine(6);
    await name({ hash: `0x${'ab'.repeat(32)}`, height: less.height }, '5000000');
    expect((await newest())?.note).toBe(
      `block ${less.height} has no such transaction to a registered cold address`,
    );
    await name(elsewhere, '500');
    expect((await newest())?.note).toContain('no such transaction');
    await name(less, '4000');
    expect((await newest())?.note).toBe('the transaction moved another amount');
    expect(await cold()).toBe('0');
  });

  test('goes to no address that is counted as ours already', async () => {
    expect(await register(await addressOf(ALICE))).toBe('address_known');
    expect(await register(exchange.custodian.addresses?.hot('ethereum') ?? '')).toBe(
      'address_known',
    );
    expect(await register('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')).toBe('address_wrong_network');
  });
});
