/**
 * The house's own money: in over the chain of this machine, moved between its wallets, paid to the
 * insurance.
 */
import { EthereumAdapter } from '@meridian/chain/ethereum/ethereum-adapter';
import {
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from '@meridian/chain/local/local-chain';
import { freePort } from '../../free-port.ts';
import type { Call } from '@meridian/contract/schema/call';
import { depositAddress } from '@meridian/contract/custody/calls';
import { userMessages } from '@meridian/contract/inbox/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import { officeDeposits } from '@meridian/contract/custody/office';
import { officeHouse, officeHouseInsure, officeHouseMove } from '@meridian/contract/custody/house';
import { ROLE_NAMES, ROLES } from '@meridian/contract/office/permissions';
import { SYSTEM, type Wallet } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { PLAY_ID } from '../market/play-money.ts';
import { stillChains } from '../../../test/checklist/items/still-chains.ts';
import { TestOffice } from '../../../test/people/operators.ts';
import { ALICE, TestExchange } from '../../../test/test-exchange.ts';
import { ConfirmingOwners } from '../../../test/people/confirmation.ts';

const WORDS = 'test test test test test test test test test test test junk';
const COIN = 10n ** 8n;
const DOLLAR = 10n ** 6n;
const USDT = 3;

let chain: LocalChain;
let dollar: `0x${string}`;
let exchange: TestExchange;
let office: TestOffice;

beforeAll(async () => {
  chain = await startLocalChain({ port: await freePort(), mnemonic: WORDS });
  dollar = await chain.deployDollar();
  exchange = await TestExchange.open();
  await exchange.reset();
  office = await TestOffice.open(exchange);
});
afterAll(async () => {
  await exchange?.custodian?.stop();
  await exchange?.close();
  await chain?.stop();
});
beforeEach(async () => {
  await exchange.custodian.stop();
  await exchange.reset();
  await sql`truncate seen_deposits, chain_transfers, chain_blocks, network_terms`.execute(
    exchange.queries,
  );
});

/** A watcher of the real chain. The signer only gives its public keys, so nothing is swept. */
async function open(): Promise<void> {
  const assets = [
    { id: 'ETH', chain: 'ethereum', decimals: 18, dust: 10n ** 14n },
    { id: 'USDT.erc20', chain: 'ethereum', token: dollar, decimals: 6, dust: DOLLAR },
  ] as const;
  await exchange.custodian.start({
    ...stillChains(),
    adapters: [new EthereumAdapter({ url: chain.url, chainId: LOCAL_CHAIN_ID, assets })],
    everyMs: 30,
  });
}

async function houseAddress(): Promise<`0x${string}`> {
  const { addresses } = await office.as('finance', officeHouse, {});
  return (addresses.find(({ network }) => network === 'erc20')?.address ?? '') as `0x${string}`;
}

/** Whole USDT. */
const has = (owner: 'house' | 'insurance', wallet: Wallet): bigint =>
  exchange.live.balance(SYSTEM[owner], wallet, USDT).available / COIN;
const eventually = <T>(assertion: () => Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 30 });
const fund = (coins: bigint) =>
  exchange.submit({
    kind: 'ledger.deposit',
    user: SYSTEM.house,
    wallet: 'spot',
    currency: USDT,
    amount: (coins * COIN) as Amount,
    reference: 'test',
  });
const read = (text: string): unknown => JSON.parse(text);
const moves = async () =>
  (await office.as('owner', officeAudit, {})).list
    .filter(({ action }) => action.startsWith('house.'))
    .map(({ action, before, after }) => ({ action, before: read(before), after: read(after) }));

test('coins at its own address are its capital, with the confirmations of everybody, and no customer hears of it', async () => {
  await open();
  const to = await houseAddress();
  expect(to).toBe(await houseAddress());
  const given = await exchange.call(depositAddress, { currency: USDT }, { user: ALICE });
  expect(Object.values(given)).not.toContain(to);
  await chain.sendDollars(dollar, to, 750n * DOLLAR);
  await chain.mine(2);
  await eventually(async () =>
    expect((await office.as('finance', officeDeposits, {})).list).toMatchObject([
      {
        user: SYSTEM.house,
        account: '',
        is_house: true,
        number: '750',
        confirmations_needed: 6,
        status: 'pending',
      },
    ]),
  );
  expect(has('house', 'spot')).toBe(0n);
  await chain.mine(4);
  await eventually(async () =>
    expect((await office.as('finance', officeDeposits, { status: 'credited' })).total).toBe(1),
  );
  expect((await office.as('finance', officeHouse, {})).accounts).toContainEqual({
    owner: 'house',
    wallet: 'spot',
    currency: USDT,
    currency_name: 'USDT',
    available: '750',
    is_movable: true,
  });
  expect((await exchange.call(userMessages, {}, { user: ALICE })).list).toEqual([]);
  // The liabilities to customers have not grown: the deposit is the house's surplus.
  const [reserve] = (await exchange.custodian.reserves()).filter(
    ({ currency }) => currency === USDT,
  );
  expect(reserve).toMatchObject({ depositAddresses: 750n * COIN });
  exchange.engine.exchange.verify();
});

test('one that a fork drops is taken back from it', async () => {
  await open();
  await chain.sendDollars(dollar, await houseAddress(), 300n * DOLLAR);
  await chain.mine(7);
  await eventually(async () => expect(has('house', 'spot')).toBe(300n));
  await chain.reorg(9);
  await chain.mine(2);
  await eventually(async () => expect(has('house', 'spot')).toBe(0n));
  expect((await office.as('auditor', officeDeposits, { status: 'reversed' })).list).toMatchObject([
    { is_house: true },
  ]);
  exchange.engine.exchange.verify();
});

test('no customer pays to it, on the chain or inside', async () => {
  await open();
  const address = await houseAddress();
  const refused = new ConfirmingOwners(exchange).withdraw({
    currency: USDT,
    number: '50',
    address,
    type: 'erc20',
  });
  await expect(refused).rejects.toMatchObject({ answer: { code: 'address_invalid' } });
});

test('operator 16: moves between its wallets and into the insurance are made and logged, before and after', async () => {
  await fund(1_000n);
  await office.as('finance', officeHouseMove, {
    currency: USDT,
    from: 'spot',
    to: 'margin',
    amount: '600',
  });
  await office.as('owner', officeHouseMove, {
    currency: USDT,
    from: 'margin',
    to: 'seconds',
    amount: '200.5',
  });
  await office.as('finance', officeHouseInsure, { currency: USDT, amount: '100' });
  const accounts = (await office.as('auditor', officeHouse, {})).accounts.filter(
    ({ currency }) => currency === USDT,
  );
  // Seconds contracts and their insurance were funded when they began.
  expect(
    accounts.map(({ owner, wallet, available }) => `${owner} ${wallet} ${available}`).sort(),
  ).toEqual([
    'house margin 399.5',
    'house seconds 20000200.5',
    'house spot 300',
    'insurance spot 1000100',
  ]);
  expect((await moves()).slice(0, 3)).toMatchObject([
    {
      action: 'house.insure',
      before: { 'house spot': '400', 'insurance spot': '1000000' },
      after: { amount: '100', currency: 'USDT', 'house spot': '300', 'insurance spot': '1000100' },
    },
    {
      action: 'house.move',
      before: { 'house margin': '600', 'house seconds': '20000000' },
      after: { 'house margin': '399.5', 'house seconds': '20000200.5' },
    },
    {
      action: 'house.move',
      before: { 'house spot': '1000', 'house margin': '0' },
      after: { 'house spot': '400', 'house margin': '600' },
    },
  ]);
});

test('what is not there, or is nothing, or goes nowhere, is refused and leaves no trace', async () => {
  await fund(100n);
  const logged = (await moves()).length;
  const move = { currency: USDT, from: 'spot', to: 'margin', amount: '100' } as const;
  expect(await office.refused('owner', officeHouseMove, { ...move, amount: '100.00000001' })).toBe(
    'balance_insufficient',
  );
  expect(await office.refused('owner', officeHouseInsure, { currency: USDT, amount: '101' })).toBe(
    'house_insufficient',
  );
  expect(await office.refused('owner', officeHouseMove, { ...move, amount: '0' })).toBe(
    'number_not_positive',
  );
  expect(await office.refused('owner', officeHouseMove, { ...move, to: 'spot' })).toBe(
    'wallets_same',
  );
  expect(await office.refused('owner', officeHouseMove, { ...move, to: 'p2p' })).not.toBe(
    'accepted',
  );
  for (const currency of [PLAY_ID, 999])
    expect(await office.refused('owner', officeHouseInsure, { currency, amount: '1' })).toBe(
      'currency_unknown',
    );
  expect((await moves()).length).toBe(logged);
  expect([has('house', 'spot'), has('house', 'margin')]).toEqual([100n, 0n]);
});

test('one key moves and logs once, however often it is sent at once; another amount under it is refused', async () => {
  await fund(1_000n);
  const logged = (await moves()).length;
  const send = async (amount: string) => {
    const body = new URLSearchParams({
      currency: String(USDT),
      from: 'spot',
      to: 'margin',
      amount,
    });
    const headers = { authorization: office.token('finance'), 'idempotency-key': 'first-of-May' };
    return (await (
      await fetch(`${exchange.address}${officeHouseMove.path}`, { method: 'POST', headers, body })
    ).json()) as { type: string; code?: string };
  };
  expect(
    new Set(
      (await Promise.all(Array.from({ length: 8 }, () => send('700')))).map(({ type }) => type),
    ),
  ).toEqual(new Set(['ok']));
  expect([has('house', 'spot'), has('house', 'margin')]).toEqual([300n, 700n]);
  expect((await send('1')).code).toBe('idempotency_key_reused');
  expect((await moves()).length).toBe(logged + 1);
});

test('no other move happens under a key, whichever call it is sent to and however long ago: none is without an entry of its own', async () => {
  await fund(1_000n);
  const send = async (path: string, fields: Record<string, string>) => {
    const headers = { authorization: office.token('finance'), 'idempotency-key': 'one-key' };
    return (await (
      await fetch(`${exchange.address}${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams({ currency: String(USDT), ...fields }),
      })
    ).json()) as { type: string; code?: string };
  };
  expect((await send(officeHouseMove.path, { from: 'spot', to: 'margin', amount: '1' })).type).toBe(
    'ok',
  );
  const insured = has('insurance', 'spot');
  expect((await send(officeHouseInsure.path, { amount: '900' })).code).toBe(
    'idempotency_key_reused',
  );
  expect(
    (await send(officeHouseMove.path, { from: 'spot', to: 'seconds', amount: '1' })).code,
  ).toBe('idempotency_key_reused');
  expect([has('house', 'spot'), has('insurance', 'spot')]).toEqual([999n, insured]);
});

test('each role does what it may', async () => {
  for (const role of ROLE_NAMES) {
    for (const call of [officeHouse, officeHouseMove, officeHouseInsure]) {
      const code = await office.refused(role, call as Call, {});
      expect([role, call.path, code === 'permission_denied']).toEqual([
        role,
        call.path,
        !(ROLES[role] as readonly string[]).includes(call.permission),
      ]);
    }
  }
  const may = (permission: string): string[] =>
    ROLE_NAMES.filter((role) => (ROLES[role] as readonly string[]).includes(permission));
  expect([may('house.read'), may('house.move')]).toEqual([
    ['owner', 'approver', 'finance', 'auditor'],
    ['owner', 'finance'],
  ]);
});
