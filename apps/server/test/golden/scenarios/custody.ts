import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openLocalChain, type LocalChain } from '@meridian/chain/local/local-chain';
import {
  CUSTOMERS_PASSWORD as PASSWORD,
  until,
  type Fields,
  type Person,
  type RecordedServer,
} from '../recorded-server.ts';
import { hideMarketsBut, type Scenario } from '../scenario.ts';

const WORDS = 'test test test test test test test test test test test junk';
const USDT = 3;
/** Test deposits have to wait for each other so long. */
const AGAIN_AFTER_MS = 10_500;
const OUTSIDE = `0x${'42'.repeat(20)}`;
export const CHAIN_ON = { CHAIN_LOCAL: 'on' };

interface Row {
  readonly id: number;
  readonly status: string;
}

export async function chainIsOpen(server: RecordedServer): Promise<void> {
  await until('open networks', async () => {
    const networks = await server
      .nobody()
      .read<{ name: string; is_deposit_open: number; is_withdraw_open: number }[]>(
        '/api/wallet/networks',
      );
    return networks.some(
      ({ name, is_deposit_open, is_withdraw_open }) =>
        name === 'erc20' && is_deposit_open === 1 && is_withdraw_open === 1,
    )
      ? true
      : undefined;
  });
}

/** The chain that the server started for itself, at the port that its process says. */
function chainOf({ process: { dataDir } }: RecordedServer): LocalChain {
  const pid = readFileSync(join(dataDir, 'chain', 'anvil.pid'), 'utf8').trim();
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return openLocalChain(`http://127.0.0.1:${/--port (\d+)/.exec(command)?.[1] ?? ''}`, WORDS);
}

const depositsOf = async (person: Person): Promise<Row[]> =>
  (await person.must<{ list: Row[] }>('/api/wallet/deposits', {})).list;
const withdrawalsOf = async (person: Person): Promise<Row[]> =>
  (await person.must<{ list: Row[] }>('/api/wallet/withdrawals', {})).list;

async function credited(person: Person, count: number): Promise<void> {
  await until(`${count} credited deposits`, async () =>
    (await depositsOf(person)).filter(({ status }) => status === 'credited').length >= count
      ? true
      : undefined,
  );
}

/** A withdrawal as its owner confirms it, with the code of the mail. Codes are a minute apart. */
async function confirmed(person: Person, terms: Fields): Promise<Fields> {
  const ticket = await until('a confirmation', async () => {
    const { body } = await person.call('/api/wallet/confirm_begin', terms);
    if (body['type'] === 'ok') return (body['message'] as { ticket: string }).ticket;
    if (body['code'] === 'step_up_required')
      await person.must('/api/safe/step_up', { method: 'password', value: PASSWORD });
    else if (body['code'] !== 'code_resend_wait')
      throw new Error(`no confirmation: ${JSON.stringify(body)}`);
    return undefined;
  });
  const mails = await person.read<{ code: string }[]>('/api/demo/outbox', { to: person.account });
  return { ...terms, ticket, value: mails.find(({ code }) => code !== '')?.code ?? '' };
}

export async function ask(
  person: Person,
  number: string,
  to: { currency?: number; type?: string; address?: string } = {},
): Promise<number> {
  const { currency = USDT, type = 'erc20', address = OUTSIDE } = to;
  await person.must(
    '/api/wallet/out',
    await confirmed(person, { currency, number, address, type }),
  );
  return (await withdrawalsOf(person))[0]?.id ?? 0;
}

async function settles(person: Person, id: number): Promise<void> {
  await until('a settled withdrawal', async () =>
    (await withdrawalsOf(person)).some((row) => row.id === id && row.status === 'success')
      ? true
      : undefined,
  );
}

async function comeIn(server: RecordedServer, one: Person, other: Person): Promise<void> {
  await one.must('/api/demo/test_deposit', { currency: USDT });
  await other.must('/api/demo/test_deposit', { currency: 2 });
  await credited(one, 1);
  await credited(other, 1);
  await delay(AGAIN_AFTER_MS);
  // One that a fork drops: its owner has spent a part of it by then.
  const chain = chainOf(server);
  const height = await chain.client.getBlockNumber();
  await one.must('/api/demo/test_deposit', { currency: USDT });
  await credited(one, 2);
  await chain.reorg(Number((await chain.client.getBlockNumber()) - height));
  await until('a reversed deposit', async () =>
    (await depositsOf(one)).some(({ status }) => status === 'reversed') ? true : undefined,
  );
}

async function goOut(server: RecordedServer, one: Person, other: Person): Promise<void> {
  const office = await server.office();
  const [approver, another] = [office.second, await office.another(server)];
  const first = await confirmed(one, {
    currency: USDT,
    number: '50',
    address: OUTSIDE,
    type: 'erc20',
  });
  for (const _time of [1, 2]) await one.must('/api/wallet/out', first, 'golden-out');
  const small = (await withdrawalsOf(one))[0]?.id ?? 0;
  // New address and new device: one operator looks at each.
  await approver.must('/office/api/withdrawal_decide', { id: small, approved: '1' });
  const large = await ask(one, '60000.5');
  await approver.must('/office/api/withdrawal_decide', { id: large, approved: '1' });
  await approver.refused(
    '/office/api/withdrawal_decide',
    { id: large, approved: '1' },
    'approval_repeated',
  );
  await another.must('/office/api/withdrawal_decide', { id: large, approved: '1' });
  const taken = await ask(other, '2000');
  await other.must('/api/wallet/cancel', { id: taken });
  await other.refused('/api/wallet/cancel', { id: taken }, 'withdrawal_not_found');
  const rejected = await ask(other, '3000');
  await approver.must('/office/api/withdrawal_decide', {
    id: rejected,
    approved: '0',
    reason: 'A recording',
  });
  const ether = await ask(other, '0.5', { currency: 2, type: 'eth' });
  await approver.must('/office/api/withdrawal_decide', { id: ether, approved: '1' });
  await settles(one, small);
  await settles(one, large);
  await settles(other, ether);
  const { usdt_erc20: inside = '' } = await other.must<{ usdt_erc20?: string }>(
    '/api/wallet/get_in_address',
    { currency: USDT },
  );
  const within = await ask(one, '75', { address: inside });
  await approver.must('/office/api/withdrawal_decide', { id: within, approved: '1' });
  await one.refused(
    '/api/wallet/out',
    await confirmed(one, { currency: USDT, number: '9', address: OUTSIDE, type: 'erc20' }),
    'withdrawal_too_small',
  );
}

async function pauseAndTerms(server: RecordedServer, one: Person): Promise<void> {
  const office = await server.office();
  await office.must('/office/api/custody_pause', {
    currency: USDT,
    paused: '1',
    reason: 'A recording',
  });
  await one.refused(
    '/api/wallet/out',
    await confirmed(one, { currency: USDT, number: '50', address: OUTSIDE, type: 'erc20' }),
    'withdrawals_paused',
  );
  await office.must('/office/api/custody_pause', {
    currency: USDT,
    paused: '0',
    reason: 'A recording',
  });
  const networks = await office.first.read<Record<string, unknown>[]>('/office/api/networks');
  const {
    height: _height,
    name: _name,
    currency_name: _currency,
    is_deposit_open: _in,
    is_withdraw_open: _out,
    ...terms
  } = networks.find(({ name }) => name === 'eth') ?? {};
  const rest = Object.fromEntries(
    Object.entries(terms).map(([name, value]) => [name, String(value)]),
  );
  await office.must('/office/api/network_save', {
    ...rest,
    fee: '0.003',
    deposit_open: '1',
    withdraw_open: '1',
  });
}

async function moveBetweenWallets(one: Person, other: Person): Promise<void> {
  const move = (from_field: string, to_field: string, number: string, key?: string) =>
    one.must('/api/wallet/change', { number, currency_id: USDT, from_field, to_field }, key);
  await move('change', 'legal', '300.5', 'golden-move');
  await move('change', 'legal', '300.5', 'golden-move');
  await move('legal', 'change', '100');
  await move('change', 'micro', '10');
  await move('micro', 'lever', '5');
  await other.refused(
    '/api/wallet/change',
    { number: '1', currency_id: USDT, from_field: 'change', to_field: 'change' },
    'wallets_same',
  );
  await other.refused(
    '/api/wallet/change',
    { number: '99999999', currency_id: USDT, from_field: 'legal', to_field: 'change' },
    'balance_insufficient',
  );
}

const words = { way: 'bank', mobile: '13900000000', deal_account: '6222021234567890' } as const;

interface Deal {
  readonly id: number;
}

export async function makeDeal(
  person: Person,
  type: 'buy' | 'sell',
  money: string,
): Promise<number> {
  const [acceptor] = await person.read<{ id: number }[]>('/api/acceptor/list');
  // A sale is paid to an account of its seller; a demo takes a new one.
  if (type === 'sell')
    await person.must('/api/user/cash_save', {
      real_name: 'Golden',
      bank_name: 'Bank',
      bank_account: words.deal_account,
    });
  await person.must('/api/acceptor/deal', {
    acceptor_id: acceptor?.id ?? 0,
    type,
    money,
    ...words,
  });
  return (await person.read<{ list: Deal[] }>('/api/acceptor/my_deal')).list[0]?.id ?? 0;
}

/** Deals with the second person, who takes deals in every demo. */
async function deal(server: RecordedServer, one: Person, acceptor: Person): Promise<void> {
  const act = (person: Person, id: number, name: string) =>
    person.must('/api/acceptor/act', { id, act: name });
  await act(acceptor, await makeDeal(one, 'buy', '720'), 'confirm');
  await act(acceptor, await makeDeal(one, 'buy', '360'), 'reject');
  const sold = await makeDeal(one, 'sell', '710');
  await act(acceptor, sold, 'mark');
  await act(one, sold, 'confirm');
  const disputed = await makeDeal(one, 'sell', '1420');
  await act(acceptor, disputed, 'mark');
  await act(one, disputed, 'dispute');
  await server.office().then(({ second }) =>
    second.must('/office/api/acceptor_deal_rule', {
      id: disputed,
      ruling: 'return',
      reason: 'A recording',
    }),
  );
  await makeDeal(one, 'sell', '500');
}

/** Coins in and out over the demo's own chain, between wallets, and through an acceptor. */
export const custody: Scenario = {
  name: 'custody',
  acts: [
    {
      settings: CHAIN_ON,
      async play(server) {
        await hideMarketsBut(await server.office(), ['BTC/USDT']);
        await chainIsOpen(server);
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await comeIn(server, one, other);
        await moveBetweenWallets(one, other);
      },
    },
    {
      settings: CHAIN_ON,
      async play(server) {
        await chainIsOpen(server);
        const [one, other] = [
          await server.customer('demo@meridian.test'),
          await server.customer('demo2@meridian.test'),
        ];
        await goOut(server, one, other);
        await pauseAndTerms(server, one);
        await deal(server, one, other);
        await ask(other, '70000');
        await delay(2_000);
      },
    },
  ],
};
