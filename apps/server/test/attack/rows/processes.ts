/**
 * Attacks on the processes themselves: settings, the signer, the database's login, keys, a restart.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../../src/free-port.ts';
import { MOST_FEE } from '@meridian/chain/chains';
import type { Unsigned } from '@meridian/chain/adapter';
import { encodeTransfer } from '@meridian/chain/ethereum/erc20';
import {
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from '@meridian/chain/local/local-chain';
import type { Approval } from '@meridian/chain/signer/approval';
import { SignerClient } from '@meridian/chain/signer/signer-client';
import { SignerRefusal } from '@meridian/chain/signer/refusal';
import { hotKey, sampleAddress, SAMPLE_MNEMONIC } from '@meridian/chain/testing/sample-keys';
import { userLogin } from '@meridian/contract/account/calls';
import { depositAddress } from '@meridian/contract/custody/calls';
import { officeLogin } from '@meridian/contract/office/calls';
import { walletDetail } from '@meridian/contract/wallet/calls';
import pg from 'pg';
import { serializeTransaction, type TransactionSerializable } from 'viem';
import type { House, ProductionHouse } from '../house/house.ts';
import { LyingNode } from '../house/lying-node.ts';
import { Customer } from '../house/people.ts';
import { ROOT, RunningServer, SCRIPTS, type Settings } from '../house/running-server.ts';
import { temporaryDataDir, removeDataDir } from '../../../src/database/temporary-database.ts';
import { DEMO_VISITOR } from '../../../src/modules/demo/demo-accounts.ts';
import { verdictOf, Wire } from '../house/wire.ts';
import { counted, judge, parallel, times, type Outcome, type Row } from '../row.ts';

const SIGNER_MAIN = join(ROOT, 'packages/chain/src/signer/main.ts');
const DOLLAR = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
/** Belongs to no customer; its checksum is right. */
const CUSTOMER = `0x${'42'.repeat(20)}` as const;
const HOUR_MS = 3_600_000;
const ETH = 2;
const CHAIN_WITHIN_MS = 60_000;
/** Of the payer: not the signer's. */
const OTHER_WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
/** More than the confirmations of the network. */
const BLOCKS_OF_LIES = 12;
const TIER = {
  withoutOperators: { perWithdrawal: '1000000', perDay: '10000000' },
  withOneOperator: { perWithdrawal: '100000000', perDay: '1000000000' },
};
/** The policy of docs/operating/signer.md: 0.02 ETH is the most that a transaction may cost. */
const POLICY = {
  ethereumChainId: 1,
  bitcoinNetwork: 'regtest',
  assets: [
    {
      id: 'ETH',
      chain: 'ethereum',
      decimals: 18,
      dust: '0',
      perHour: '50000000000000000000',
      perDay: '300000000000000000000',
      withoutOperators: { perWithdrawal: '200000000000000000', perDay: '2000000000000000000' },
      withOneOperator: { perWithdrawal: '10000000000000000000', perDay: '50000000000000000000' },
    },
    {
      id: 'USDT.erc20',
      chain: 'ethereum',
      token: DOLLAR,
      decimals: 6,
      dust: '0',
      perHour: '1000000000000',
      perDay: '1500000000000',
      ...TIER,
    },
  ],
  mostFee: Object.fromEntries(
    Object.entries(MOST_FEE).map(([chain, units]) => [chain, units.toString()]),
  ),
  coldAddresses: [],
};

/**
 * A signer as operators start it, and its answers to an attacker who has taken over the server:
 * with its socket and its approval key.
 */
async function withSigner<T>(
  work: (
    sign: (approval: Partial<Approval>, transaction: TransactionSerializable) => Promise<string>,
    own: Settings,
  ) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'meridian-attack-'));
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(POLICY));
  const key = randomBytes(32);
  const socket = join(folder, 'signer.sock');
  const secret = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const secrets = {
    SIGNER_PASSPHRASE_FILE: secret('passphrase', 'twelve letters and more'),
    SIGNER_APPROVAL_KEY_FILE: secret('approval-key', key.toString('hex')),
    SIGNER_MNEMONIC_FILE: secret('words', SAMPLE_MNEMONIC),
  };
  const settings = { SIGNER_DIR: folder, SIGNER_SOCKET: socket, SIGNER_CREATE: '1', ...secrets };
  const child = spawn(process.execPath, [SIGNER_MAIN], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  try {
    for (const deadline = Date.now() + 30_000; !output.includes('listening'); await delay(50)) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`no signer: ${output}`);
    }
    const client = await SignerClient.connect(socket, key);
    const sign = async (
      change: Partial<Approval>,
      transaction: TransactionSerializable,
    ): Promise<string> => {
      const approval: Approval = {
        id: 'withdrawal:1',
        kind: 'withdrawal',
        chain: 'ethereum',
        asset: 'USDT.erc20',
        to: CUSTOMER,
        amount: '1',
        maxFee: '2400000000000000',
        attempt: 1,
        expiresAtMs: Date.now() + HOUR_MS,
        ...change,
      };
      const unsigned: Unsigned = {
        chain: 'ethereum',
        from: sampleAddress(hotKey('ethereum')),
        key: hotKey('ethereum'),
        nonce: Number(transaction.nonce ?? 0),
        transaction: serializeTransaction(transaction),
      };
      return client.sign(approval, unsigned).then(
        () => 'signed',
        (error: unknown) => (error instanceof SignerRefusal ? error.reason : String(error)),
      );
    };
    const result = await work(sign, {
      SIGNER_SOCKET: socket,
      SIGNER_APPROVAL_KEY: key.toString('hex'),
    });
    client.close();
    return result;
  } finally {
    const exited = once(child, 'exit');
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function legacyFees(): Promise<Outcome> {
  return withSigner(async (sign) => {
    const to = DOLLAR as `0x${string}`;
    const data = encodeTransfer(CUSTOMER, 1n);
    // 21,000 gas at 23.8 million gwei: 500 ETH to the maker of the block.
    const gasPrice = 23_809_523_809_523_809n;
    const dear = { to, data, gas: 60_000n, chainId: 1 } as const;
    const seen = {
      'type 2': await sign(
        { id: 'withdrawal:2' },
        { ...dear, type: 'eip1559', nonce: 1, maxFeePerGas: gasPrice, maxPriorityFeePerGas: 1n },
      ),
      'type 0': await sign({ id: 'withdrawal:3' }, { ...dear, type: 'legacy', nonce: 2, gasPrice }),
      'type 1': await sign(
        { id: 'withdrawal:4' },
        { ...dear, type: 'eip2930', nonce: 3, gasPrice },
      ),
      'type 4': await sign(
        { id: 'withdrawal:5' },
        {
          ...dear,
          type: 'eip7702',
          nonce: 4,
          maxFeePerGas: gasPrice,
          maxPriorityFeePerGas: 1n,
          authorizationList: [],
        },
      ),
    };
    const plain = await sign(
      {},
      {
        ...dear,
        type: 'eip1559',
        nonce: 0,
        maxFeePerGas: 20_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
      },
    );
    const refused = Object.entries(seen).map(
      ([type, verdict]) => [`${type} at 500 ETH is refused`, verdict !== 'signed'] as const,
    );
    return judge(
      `${Object.entries(seen)
        .map(([type, verdict]) => `${type} ${verdict}`)
        .join(', ')}; at the ordinary price: ${plain}`,
      { ...Object.fromEntries(refused), 'an ordinary one is signed': plain === 'signed' },
    );
  });
}

async function takenServer(): Promise<Outcome> {
  return withSigner(async (sign) => {
    const large = 200_000_000n;
    const verdict = await sign(
      { id: 'withdrawal:9', amount: String(large) },
      {
        to: DOLLAR as `0x${string}`,
        data: encodeTransfer(CUSTOMER, large),
        gas: 60_000n,
        chainId: 1,
        type: 'eip1559',
        nonce: 9,
        maxFeePerGas: 20_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
      },
    );
    return judge(
      `200 USDT above the tier of one operator, with the server’s word alone: ${verdict}`,
      { 'operators’ devices are asked for': verdict !== 'signed' },
    );
  });
}

/** The message of a start with these settings. A start that succeeds is stopped. */
async function refusedSettings(settings: Settings): Promise<string> {
  const dataDir = temporaryDataDir();
  try {
    const server = new RunningServer({
      script: SCRIPTS.main,
      port: await freePort(),
      dataDir,
      settings,
    });
    await server.start();
    await server.stop();
    return 'it started';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    removeDataDir(dataDir);
  }
}

/** The settings of a running server, for another one beside it. */
function settingsOf({ settings }: RunningServer): Settings {
  const { PORT: _port, DATA_DIR: _dataDir, ...others } = settings;
  return { ...others, OFFICE_PORT: '0', METRICS_PORT: '0' };
}

async function forgottenSettings({ server }: ProductionHouse): Promise<Outcome> {
  const good = settingsOf(server);
  const [demo, production, recorded] = await parallel(
    [
      {
        MODE: 'demo',
        HOST: '0.0.0.0',
        CHAIN_ETH_RPC: 'https://mainnet.example/',
        SIGNER_SOCKET: '/nowhere',
        SIGNER_APPROVAL_KEY: randomBytes(32).toString('hex'),
        DATABASE_URL: 'postgres://a:b@database.example/x',
      },
      {
        ...good,
        PUBLIC_URL: 'http://exchange.example',
        SECRET_KEY: 'a'.repeat(32),
        RATE_LIMITS: 'off',
        FEED: 'live:binance,okx',
        TRUSTED_PROXIES: '',
        DEMO_PUBLIC: 'on',
        SMS_URL: 'http://a:b@texts.example/?from=1',
      },
      { ...good, FEED: 'replay:/tmp/recorded' },
    ],
    2,
    refusedSettings,
  );
  const names = (text: string | undefined, wanted: readonly string[]) =>
    wanted.map((name) => [`${name} is refused by name`, text?.includes(name) ?? false] as const);
  const expected = {
    ...Object.fromEntries(
      names(demo, ['CHAIN_ETH_RPC', 'DATABASE_URL', 'CHAIN_ETH_ID', 'DEMO_PUBLIC=on']),
    ),
    ...Object.fromEntries(
      names(production, [
        'PUBLIC_URL',
        'SECRET_KEY',
        'RATE_LIMITS',
        'FEED',
        'TRUSTED_PROXIES',
        'DEMO_PUBLIC',
        'SMS_URL',
      ]),
    ),
    'recorded prices are refused': recorded?.includes('recorded prices') ?? false,
  };
  return judge(
    'a demo near real money, and a production with guessable secrets, open wires and known prices, do not start',
    expected,
  );
}

async function oneNode({ server }: ProductionHouse): Promise<Outcome> {
  const good = {
    ...settingsOf(server),
    CHAIN_ETH_RPC: 'https://node.example/',
    SIGNER_SOCKET: '/nowhere',
    SIGNER_APPROVAL_KEY: randomBytes(32).toString('hex'),
  };
  const [alone = '', same = ''] = await parallel(
    [good, { ...good, CHAIN_ETH_RPC_2: 'https://node.example/other' }],
    1,
    refusedSettings,
  );
  const refused = {
    'a second node is asked for': alone.includes('CHAIN_ETH_RPC_2'),
    'a second one of the same host is refused': same.includes('of the same host'),
  };
  return judge(
    'production starts neither with one node of a chain nor with one host named twice',
    refused,
  );
}

/**
 * A server of its own whose first node reports forged payments to a customer in each block, and
 * whose second node is honest. Then the first one stops lying, and a real payment follows.
 */
async function lyingNode(): Promise<Outcome> {
  const chain = await startLocalChain({
    port: await freePort(),
    mnemonic: OTHER_WORDS,
    blockSeconds: 1,
  });
  const liar = await LyingNode.start(chain.url);
  try {
    return await withSigner(async (_sign, signer) => {
      const settings = {
        ...signer,
        CHAIN_ETH_RPC: liar.url,
        CHAIN_ETH_RPC_2: chain.url,
        CHAIN_ETH_ID: String(LOCAL_CHAIN_ID),
        CONTEST: 'off',
      };
      const server = new RunningServer({ script: SCRIPTS.main, port: await freePort(), settings });
      try {
        await server.start();
        return await liedTo({ server, liar, chain });
      } finally {
        await server.remove();
      }
    });
  } finally {
    await liar.stop();
    await chain.stop();
  }
}

async function liedTo({
  server,
  liar,
  chain,
}: {
  readonly server: RunningServer;
  readonly liar: LyingNode;
  readonly chain: LocalChain;
}): Promise<Outcome> {
  const wire = new Wire(server.url);
  const visitor = new Customer({
    newAddress: () => '127.0.0.1',
    codeFor: () => Promise.reject(new Error('no code')),
    customers: wire,
    office: wire,
    server,
  });
  Object.assign(visitor, { account: DEMO_VISITOR.account, password: DEMO_VISITOR.password });
  await visitor.logIn();
  const until = async <T>(look: () => Promise<T | undefined>): Promise<T | undefined> => {
    for (const deadline = Date.now() + CHAIN_WITHIN_MS; Date.now() < deadline; await delay(200)) {
      const found = await look();
      if (found !== undefined) return found;
    }
    return undefined;
  };
  // Networks open some seconds after the server serves.
  const address = await until(async () => {
    const { body } = await visitor.send(depositAddress, { currency: ETH });
    return body.type === 'ok' ? String(body.message) : undefined;
  });
  if (address === undefined)
    throw new Error(`the chain did not open: ${server.output.slice(-500)}`);
  const balance = async () => (await visitor.ask(walletDetail, { currency: ETH })).change_balance;
  const before = await balance();
  liar.victim = address;
  const alarm = await until(async () =>
    Promise.resolve(/the nodes disagree about block \d+: (.{0,60})/.exec(server.output)?.[1]),
  );
  await chain.mine(BLOCKS_OF_LIES);
  const { lies } = liar;
  await until(async () => Promise.resolve(liar.lies > lies + 1 ? true : undefined));
  const [during, alarms] = [await balance(), (await wire.send({ path: '/readyz' })).text];
  const seen = await server.sql('SELECT id FROM seen_deposits WHERE amount > 0');
  liar.victim = undefined;
  await chain.fund(address as `0x${string}`, 10n ** 18n);
  const after = await until(async () => {
    const now = await balance();
    return now === during ? undefined : now;
  });
  return judge(
    `${liar.lies} blocks with 500 ETH from nobody: ${before} ETH before, ${during} meanwhile, ${after ?? 'nothing'} after an honest payment of 1`,
    {
      'the lie was heard': liar.lies > 0,
      'nothing was credited': during === before && seen.length === 0,
      'operators are told which node says that':
        alarm?.startsWith(new URL(liar.url).host) === true && alarms.includes('chain_nodes'),
      'an honest payment is credited': Number(after) === Number(before) + 1,
    },
  );
}

async function databaseRole({ server }: House): Promise<Outcome> {
  const [login] = await server.sql<{ role: string; password: string }>(
    'SELECT role, password FROM server_login',
  );
  const url = new URL(server.ownerUrl);
  url.username = login?.role ?? '';
  url.password = login?.password ?? '';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  const tries = {
    'run a program': `COPY (SELECT 1) TO PROGRAM 'true'`,
    'switch a trigger off': 'ALTER TABLE audit_log DISABLE TRIGGER ALL',
    'delete the journal': 'DELETE FROM journal',
    'change the operators’ log': `UPDATE audit_log SET action = ''`,
    'delete the history of sign-ins': 'DELETE FROM security_events',
    'read files': `SELECT pg_read_file('/etc/hostname')`,
    'make a role': 'CREATE ROLE thief SUPERUSER',
    'read the owner’s password': 'SELECT * FROM pg_authid',
  };
  const seen: (readonly [string, boolean])[] = [];
  try {
    for (const [what, text] of Object.entries(tries))
      seen.push([
        `no ${what}`,
        await client.query(text).then(
          () => false,
          () => true,
        ),
      ]);
    const { rows } = await client.query<{ rolsuper: boolean }>(
      'SELECT rolsuper FROM pg_roles WHERE rolname = current_user',
    );
    seen.push(['no superuser', rows[0]?.rolsuper === false]);
  } finally {
    await client.end();
  }
  return judge(`${seen.length} tries with the server’s own login`, Object.fromEntries(seen));
}

/** Secrets in the environments of a server's processes: any reader of /proc can read them. */
function environments(pids: readonly number[], names: RegExp): string[] {
  return pids.flatMap((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1')
        .split('\0')
        .map((line) => line.split('=')[0] ?? '')
        .filter((name) => names.test(name));
    } catch {
      // The process has ended, or this is not Linux.
      return [];
    }
  });
}

async function keysInEnvironments({ server }: House): Promise<Outcome> {
  // The chain and the signer start a little after the server serves.
  for (
    const deadline = Date.now() + 30_000;
    server.children().length < 3 && Date.now() < deadline;
    await delay(200)
  );
  const secrets = environments(
    [server.pid, ...server.children()],
    /^(?:SIGNER_PASSPHRASE|SIGNER_APPROVAL_KEY|SIGNER_MNEMONIC)$/,
  );
  return judge(
    `${server.children().length} processes below the server: ${secrets.length === 0 ? 'none has a key in its environment' : counted(secrets)}`,
    { 'no keys in environments': secrets.length === 0 },
  );
}

async function restartForgets(house: House): Promise<Outcome> {
  const from = house.newAddress();
  const guess = async () =>
    house.customers.call(
      userLogin,
      { user_string: house.newName(), password: 'Wrong12345' },
      { from },
    );
  const before = (await parallel(times(45), 8, guess)).map(verdictOf);
  // The server writes counts down once a second.
  await delay(1_500);
  await house.restart();
  // A limit that was forgotten lets 30 pass. One that was not has let one more come every two
  // seconds meanwhile: fewer than these, however slow the machine is.
  const after = (await parallel(times(28), 2, guess)).map(verdictOf);
  await house.owner.logIn();
  await house.approver.logIn();
  return judge(`45 guesses: ${counted(before)}; after a restart: ${counted(after)}`, {
    'the limit is remembered': after.some((verdict) => verdict === 'too_many_requests'),
  });
}

async function keyRotation(house: ProductionHouse): Promise<Outcome> {
  const old = house.server.settings['SECRET_KEY'] ?? '';
  const fresh = randomBytes(32).toString('base64url');
  await house.restart({ SECRET_KEY: fresh, SECRET_KEYS_OLD: old });
  const verdict = await house.owner.verdict(officeLogin, {
    account: house.owner.account,
    password: house.owner.password,
    totp: await house.owner.code(),
  });
  // The start has sealed everything anew; the next one seals it with the old key again.
  await house.restart({ SECRET_KEY: old, SECRET_KEYS_OLD: fresh });
  await house.owner.logIn();
  await house.approver.logIn();
  return judge(
    `with a new key, and the old one to open what is sealed, an authenticator of before: ${verdict}`,
    { 'authenticators outlive a new key': verdict === 'accepted' },
  );
}

export const PROCESS_ROWS: readonly Row[] = [
  {
    id: '3',
    tries: 'have the signer pay the hot wallet as a fee (types 0, 1 and 4)',
    against: 'signer',
    run: legacyFees,
  },
  {
    id: '3b',
    tries: 'have the signer pay with the server’s word alone',
    against: 'signer',
    run: takenServer,
  },
  {
    id: '12',
    tries: 'profit from a forgotten setting',
    against: 'process',
    run: ({ production }) => forgottenSettings(production),
  },
  {
    id: '26',
    tries: 'go on from a statement of one’s own, with the server’s login',
    against: 'demo',
    run: ({ demo }) => databaseRole(demo),
  },
  {
    id: '26b',
    tries: 'the same in production',
    against: 'production',
    run: ({ production }) => databaseRole(production),
  },
  {
    id: '28',
    tries: 'credit a deposit that one hijacked node tells of',
    against: 'process',
    run: lyingNode,
  },
  {
    id: '28b',
    tries: 'have production believe one node',
    against: 'process',
    run: ({ production }) => oneNode(production),
  },
  {
    id: '40',
    tries: 'read keys from the environments of processes',
    against: 'demo',
    run: ({ demo }) => keysInEnvironments(demo),
  },
];

/** They restart a server, which ends sessions of others, so they run after the rest. */
export const RESTART_ROWS: readonly Row[] = [
  {
    id: '32',
    tries: 'have limits forgotten by a restart',
    against: 'production',
    run: ({ production }) => restartForgets(production),
  },
  {
    id: '41',
    tries: 'keep the one key for ever, since changing it would cost all authenticators',
    against: 'production',
    run: ({ production }) => keyRotation(production),
  },
];
