/**
 * Above the signer's own tiers no withdrawal leaves without operators' devices: from the office
 * over the server to the signer's own process, on a real Ethereum chain.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MOST_FEE } from '@meridian/chain/chains';
import { EthereumAdapter } from '@meridian/chain/ethereum/ethereum-adapter';
import {
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from '@meridian/chain/local/local-chain';
import type { SignerPolicy } from '@meridian/chain/signer/policy';
import { freePort } from '../../free-port.ts';
import { withdrawals } from '@meridian/contract/custody/calls';
import { officeAudit } from '@meridian/contract/office/calls';
import {
  officeWithdrawalAgree,
  officeWithdrawalDecide,
  officeWithdrawals,
  officeWithdrawalTerms,
} from '@meridian/contract/custody/office';
import {
  officeDeviceAdd,
  officeDeviceBegin,
  officeDeviceRemove,
  officeMe,
} from '@meridian/contract/office/operators';
import type { Role } from '@meridian/contract/office/permissions';
import { sql } from 'kysely';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { OFFICE_PASSWORD, TestOffice } from '../../../test/people/operators.ts';
import { TestAuthenticator } from '../../../test/people/authenticator.ts';
import { ALICE, TestExchange } from '../../../test/test-exchange.ts';
import { startOwnSigner } from './signer-process.ts';
import { ConfirmingOwners } from '../../../test/people/confirmation.ts';

const ORIGIN = 'https://office.example';
const WORDS = 'test test test test test test test test test test test junk';
const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n;
const USDT = 3;
type Desk = Role | 'second approver';

let folder: string;
let chain: LocalChain;
let dollar: `0x${string}`;
let stopSigner: () => Promise<void>;
let exchange: TestExchange;
let owners: ConfirmingOwners;
let office: TestOffice<Desk>;
const devices = new Map<Desk, TestAuthenticator>();
let payees = 0;
let payee = '';

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'meridian-agreement-'));
  chain = await startLocalChain({ port: await freePort(), mnemonic: WORDS });
  dollar = await chain.deployDollar();
  exchange = await TestExchange.open();
  owners = new ConfirmingOwners(exchange);
  await exchange.reset();
  await sql`truncate seen_deposits, chain_transfers, chain_blocks, withdrawal_risks, cold_moves, network_terms`.execute(
    exchange.queries,
  );
  await exchange.queries
    .updateTable('sessions')
    .set({ created_at: new Date(Date.now() - 48 * 3_600_000) })
    .execute();
  await exchange.queries
    .insertInto('site_settings')
    .values({ key: 'daily_limit_1', value: '100000' })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: '100000' }))
    .execute();
  office = await TestOffice.open<'second approver'>(exchange);
  await office.add('second approver', 'approver');
  for (const desk of ['approver', 'second approver'] as const)
    devices.set(desk, await registered(desk));
  const assets = [
    { id: 'ETH', chain: 'ethereum', decimals: 18, dust: ETHER / 10_000n },
    { id: 'USDT.erc20', chain: 'ethereum', token: dollar, decimals: 6, dust: DOLLAR },
  ] as const;
  const tiers = {
    withoutOperators: { perWithdrawal: 100n * DOLLAR, perDay: 150n * DOLLAR },
    withOneOperator: { perWithdrawal: 800n * DOLLAR, perDay: 10_000n * DOLLAR },
  };
  const listed = [...devices].map(([desk, device]) => ({
    operator: accountOf(desk),
    credential: device.id.toString('base64url'),
    publicKey: device.publicKey,
  }));
  const policy: SignerPolicy = {
    ethereumChainId: LOCAL_CHAIN_ID,
    bitcoinNetwork: 'regtest',
    assets: assets.map((asset) => ({
      ...asset,
      perHour: 10n ** 30n,
      perDay: 10n ** 30n,
      ...tiers,
    })),
    mostFee: MOST_FEE,
    coldAddresses: [],
    operators: { origin: ORIGIN, devices: listed },
  };
  const own = await startOwnSigner({ dataDir: folder, policy });
  stopSigner = own.stop;
  const adapter = new EthereumAdapter({ url: chain.url, chainId: LOCAL_CHAIN_ID, assets });
  await exchange.custodian.start(
    {
      adapters: [adapter],
      signer: own.signer,
      bitcoinNetwork: 'regtest',
      everyMs: 30,
      newAddressWaitMs: 0,
    },
    async (hotAddress) => {
      const address = hotAddress('ethereum') as `0x${string}`;
      await chain.client.setBalance({ address, value: 1_000n * ETHER });
      await chain.sendDollars(dollar, address, 5_000_000n * DOLLAR);
    },
  );
});
afterAll(async () => {
  await exchange?.custodian?.stop();
  await exchange?.close();
  await stopSigner?.();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  payee = privateKeyToAccount(`0x${String(++payees).repeat(64)}`).address;
});

function accountOf(desk: Desk): string {
  return `${desk.replace(' ', '-')}@office.example`;
}

/** A device that the operator registers on the office's page. */
async function registered(desk: Desk): Promise<TestAuthenticator> {
  const device = new TestAuthenticator();
  const send = (
    call: typeof officeDeviceBegin | typeof officeDeviceAdd,
    input: Record<string, string>,
  ) => office.sendWith(office.token(desk), call, input, { origin: ORIGIN });
  const { options } = (await send(officeDeviceBegin, { password: OFFICE_PASSWORD })).message as {
    options: string;
  };
  expect(
    await send(officeDeviceAdd, { name: 'Key', credential: device.create(options, ORIGIN) }),
  ).toMatchObject({ type: 'ok' });
  return device;
}

/**
 * The assertion that an operator's browser sends.
 * @param of the operator whose device signs
 */
async function signed(
  desk: Desk,
  id: number,
  of: Desk = desk,
): Promise<{ assertion: string; expires_at: number }> {
  const { terms, expires_at, site } = await office.as(desk, officeWithdrawalTerms, { id });
  const challenge = createHash('sha256').update(terms).digest('base64url');
  return {
    assertion: devices.get(of)?.get(JSON.stringify({ challenge, rpId: site }), ORIGIN) ?? '',
    expires_at,
  };
}

/** Requests a withdrawal whose recipient gets this many dollars. */
async function ask(dollars: number): Promise<number> {
  await owners.withdraw({
    currency: USDT,
    number: String(dollars + 3),
    address: payee,
    type: 'erc20',
  });
  return (await exchange.call(withdrawals, {}, { user: ALICE })).list[0]?.id ?? 0;
}

async function arrived(): Promise<bigint> {
  await chain.mine(1);
  return new EthereumAdapter({
    url: chain.url,
    chainId: LOCAL_CHAIN_ID,
    assets: [{ id: 'USDT.erc20', chain: 'ethereum', token: dollar, decimals: 6, dust: DOLLAR }],
  }).balance('USDT.erc20', payee);
}

async function rowOf(id: number) {
  return (await office.as('finance', officeWithdrawals, { q: String(id) })).list.find(
    (row) => row.id === id,
  );
}

const eventually = <T>(assertion: () => Promise<T>): Promise<T> =>
  vi.waitFor(assertion, { timeout: 60_000, interval: 50 });

test('what needs no operator leaves, up to the sum of a day; then it waits for a device, and holds nothing up', async () => {
  await ask(90);
  await eventually(async () => expect(await arrived()).toBe(90n * DOLLAR));
  const waiting = await ask(80);
  await eventually(async () =>
    expect(await rowOf(waiting)).toMatchObject({
      needs_devices: true,
      sending: "waiting: operators' devices have to agree",
    }),
  );
  const behind = await ask(50);
  await eventually(async () => expect(await arrived()).toBe(140n * DOLLAR));
  expect(await rowOf(waiting)).toMatchObject({ needs_devices: true });
  expect(
    await office.refused('approver', officeWithdrawalAgree, {
      id: behind,
      ...(await signed('approver', waiting)),
    }),
  ).toBe('withdrawal_not_waiting');
  await office.as('approver', officeWithdrawalAgree, {
    id: waiting,
    ...(await signed('approver', waiting)),
  });
  await eventually(async () => expect(await arrived()).toBe(220n * DOLLAR));
});

test('operator 18: two operators approve by their own devices; a click, a wrong device and one operator twice send nothing', async () => {
  const id = await ask(1_500);
  expect(await office.as('approver', officeWithdrawalTerms, { id })).toMatchObject({
    needed: 2,
    agreed: [],
    is_asked: true,
    site: 'office.example',
    devices: [devices.get('approver')?.id.toString('base64url')],
  });
  expect(await office.refused('approver', officeWithdrawalDecide, { id, approved: '1' })).toBe(
    'device_needed',
  );
  expect(
    await office.refused('approver', officeWithdrawalDecide, {
      id,
      approved: '1',
      ...(await signed('approver', id, 'second approver')),
    }),
  ).toBe('device_wrong');
  const right = await signed('approver', id);
  expect(
    await office.refused('approver', officeWithdrawalDecide, {
      id,
      approved: '1',
      ...right,
      expires_at: right.expires_at + 1,
    }),
  ).toBe('device_wrong');
  expect(
    await office.refused('approver', officeWithdrawalDecide, {
      id,
      approved: '1',
      assertion: '{}',
      expires_at: right.expires_at,
    }),
  ).toBe('device_wrong');
  expect((await rowOf(id))?.approvals).toBe(0);
  await office.as('approver', officeWithdrawalDecide, { id, approved: '1', ...right });
  await eventually(async () =>
    expect(await rowOf(id)).toMatchObject({ status: 'agreed', needs_devices: true }),
  );
  // The table belongs to the server, or to an attacker who has taken the server: a copied signature
  // still counts for its own operator only.
  const second = await exchange.queries
    .selectFrom('operators')
    .select('id')
    .where('account', '=', accountOf('second approver'))
    .executeTakeFirstOrThrow();
  await sql`insert into withdrawal_agreements select withdrawal, ${second.id}, attempt, assertion, expires_ms, created_at from withdrawal_agreements where withdrawal = ${BigInt(id)}`.execute(
    exchange.queries,
  );
  await office.as('approver', officeWithdrawalAgree, { id, ...(await signed('approver', id)) });
  expect(await arrived()).toBe(0n);
  expect(await office.as('approver', officeWithdrawalTerms, { id })).toMatchObject({
    needed: 2,
    agreed: [accountOf('approver')],
    is_asked: false,
  });
  await office.as('second approver', officeWithdrawalAgree, {
    id,
    ...(await signed('second approver', id)),
  });
  await eventually(async () => expect(await arrived()).toBe(1_500n * DOLLAR));
  expect(await office.as('approver', officeWithdrawalTerms, { id })).toMatchObject({
    needed: 0,
    is_asked: false,
  });
  const actions = (await office.as('auditor', officeAudit, {})).list
    .filter(({ subject }) => subject === `withdrawal ${id}`)
    .map(({ action }) => action);
  expect(actions).toEqual(['withdrawal.agree', 'withdrawal.agree', 'withdrawal.approve']);
});

test('an operator adds and removes devices, is told by mail, and never those of others', async () => {
  const lost = await registered('second approver');
  const credential = lost.id.toString('base64url');
  expect(
    (await office.as('second approver', officeMe, {})).devices.map((device) => device.credential),
  ).toContain(credential);
  const mails = await exchange.queries
    .selectFrom('outbox')
    .select('subject')
    .where('receiver', '=', accountOf('second approver'))
    .execute();
  expect(mails.map(({ subject }) => subject)).toContain(
    'A device was added to your office account',
  );
  expect(await office.refused('approver', officeDeviceRemove, { credential })).toBe(
    'passkey_not_found',
  );
  await office.as('second approver', officeDeviceRemove, { credential });
  expect(
    (await office.as('second approver', officeMe, {})).devices.map((device) => device.credential),
  ).not.toContain(credential);
  // Another page, a wrong password, a replayed answer.
  expect(await office.refused('approver', officeDeviceBegin, { password: 'wrong' })).toBe(
    'password_wrong',
  );
  const begin = async () =>
    (
      await office.sendWith(
        office.token('approver'),
        officeDeviceBegin,
        { password: OFFICE_PASSWORD },
        { origin: ORIGIN },
      )
    ).message as { options: string };
  const add = async (answer: string) =>
    (
      await office.sendWith(
        office.token('approver'),
        officeDeviceAdd,
        { name: 'Key', credential: answer },
        { origin: ORIGIN },
      )
    ).code;
  expect(await add(lost.create((await begin()).options, 'https://evil.example'))).toBe(
    'passkey_invalid',
  );
  const right = new TestAuthenticator().create((await begin()).options, ORIGIN);
  expect([await add(right), await add(right)]).toEqual([undefined, 'passkey_invalid']);
});
