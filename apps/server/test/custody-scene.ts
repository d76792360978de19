/** For tests of deposits and withdrawals: a real chain of this machine, a real signer's process. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ChainAdapter } from '@meridian/chain/adapter';
import { MOST_FEE } from '@meridian/chain/chains';
import { EthereumAdapter } from '@meridian/chain/ethereum/ethereum-adapter';
import {
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from '@meridian/chain/local/local-chain';
import { BY_EXCHANGE_ALONE } from '@meridian/chain/signer/policy';
import { freePort } from '../src/free-port.ts';
import { depositAddress, withdrawals } from '@meridian/contract/custody/calls';
import { walletDetail } from '@meridian/contract/wallet/calls';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { Role } from '@meridian/contract/office/permissions';
import { TestOffice } from './people/operators.ts';
import { ALICE, BOB, TestExchange, type As, type WireRefusal } from './test-exchange.ts';
import { Custodian, type ChainSetup } from '../src/modules/custody/custodian.ts';
import { startOwnSigner, type SignerConnection } from '../src/modules/custody/signer-process.ts';
import { ConfirmingOwners } from './people/confirmation.ts';

const WORDS = 'test test test test test test test test test test test junk';
const ETHER = 10n ** 18n;
export const DOLLAR = 10n ** 6n;
export const COIN = 10n ** 8n;
export const USDT = 3;
export const OUTSIDE = privateKeyToAccount(`0x${'42'.repeat(32)}`).address;
export const LOOK_MS = 30;

let folder: string;
export let chain: LocalChain;
export let dollar: `0x${string}`;
export let signer: SignerConnection;
let stopSigner: () => Promise<void>;
export let exchange: TestExchange;
export let owners: ConfirmingOwners;
export let office: TestOffice<Role | 'second approver'>;

/** Registers a chain, a signer and an exchange for the tests of a file, new for each test. */
export function playCustody(): void {
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
}

/**
 * The signer remembers for ever the withdrawals that it signed, by their numbers: each test begins
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
export function newCustodian(engine: Pick<TestExchange, 'submit'> = exchange): Custodian {
  return new Custodian({
    queries: exchange.queries,
    engine,
    live: exchange.live,
    alarm: (text) => exchange.alarms.push(text),
  });
}

export function assets() {
  return [
    { id: 'ETH', chain: 'ethereum', decimals: 18, dust: ETHER / 10_000n },
    { id: 'USDT.erc20', chain: 'ethereum', token: dollar, decimals: 6, dust: DOLLAR },
  ] as const;
}

export function adapter(): EthereumAdapter {
  return new EthereumAdapter({ url: chain.url, chainId: LOCAL_CHAIN_ID, assets: assets() });
}

export async function open(more: Partial<ChainSetup> = {}): Promise<void> {
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

/** The adapter, with another answer of its node about balances. @param read the true one */
export const withBalance = (
  inner: EthereumAdapter,
  answer: (asset: string, read: () => Promise<bigint>) => Promise<bigint>,
): ChainAdapter =>
  new Proxy(inner, {
    get: (target, name) => {
      if (name === 'balance')
        return (asset: string, address: string) =>
          answer(asset, () => target.balance(asset, address));
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value as () => unknown).bind(target) : value;
    },
  });

export const eventually = <T>(assertion: () => Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 30 });

/**
 * Waits while the chain goes on. The next block is mined once those before it were read, or a busy
 * machine would fall behind for ever.
 */
export const eventuallyMined = <T>(assertion: () => Promise<T>): Promise<T> =>
  eventually(async () => {
    const { read } = await exchange.queries
      .selectFrom('chain_blocks')
      .select(({ fn }) => fn.max('height').as('read'))
      .where('chain', '=', 'ethereum')
      .executeTakeFirstOrThrow();
    if (read === null || BigInt(read) >= (await chain.client.getBlockNumber())) await chain.mine(1);
    return assertion();
  });
export const alice: As = { user: ALICE };

export async function addressOf(user: number): Promise<`0x${string}`> {
  const given = await exchange.call(depositAddress, { currency: USDT }, { user });
  if (typeof given === 'string' || given.usdt_erc20 === undefined) throw new Error('no address');
  return given.usdt_erc20 as `0x${string}`;
}

export async function balanceOf(user: number): Promise<string> {
  return (await exchange.call(walletDetail, { currency: USDT }, { user })).change_balance;
}

export function codeOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => 'ok',
    (error: WireRefusal) => error.answer['code'],
  );
}

export async function dollarsOf(address: string): Promise<bigint> {
  return adapter().balance('USDT.erc20', address);
}

/** Requests a withdrawal that has to pass without an operator. */
export async function ask(
  number: string,
  address: string = OUTSIDE,
  as: As = alice,
): Promise<string> {
  await exchange.stepUp(as.user ?? ALICE);
  return owners.withdraw({ currency: USDT, number, address, type: 'erc20' }, as);
}
export const askAtOnce = (number: string, address: string = OUTSIDE): Promise<string> =>
  owners.withdrawProven({ currency: USDT, number, address, type: 'erc20' });

export async function lastWithdrawal() {
  const [row] = (await exchange.call(withdrawals, {}, alice)).list;
  if (row === undefined) throw new Error('no withdrawal');
  usedNumbers = Math.max(usedNumbers, row.id);
  return row;
}

export async function approve(id: number, ...operators: number[]): Promise<void> {
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
export const alarmed = (text: string): boolean =>
  exchange.alarms.some((alarm) => alarm.includes(text));

/** Mines blocks until the withdrawal is in this state. */
export async function until(status: string): Promise<Awaited<ReturnType<typeof lastWithdrawal>>> {
  return eventuallyMined(async () => {
    const row = await lastWithdrawal();
    expect(row.status, exchange.alarms.join('; ')).toBe(status);
    return row;
  });
}
