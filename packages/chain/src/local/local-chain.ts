import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  publicActions,
  type Account,
  type Address,
  type Chain,
  type Hex,
  type HttpTransport,
  type PublicActions,
  type TestClient,
  type WalletClient,
} from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { compiledContract, contractsReady, type ContractName } from './compile-contracts.ts';

// A real Ethereum chain on this machine (anvil): for tests, and for the demo, where a visitor sends
// a real transaction.

const require = createRequire(import.meta.url);
const READY_WITHIN_MS = 20_000;
/**
 * Gas limit of any call of the dollar. Not estimated: an estimate holds for its moment only, and a
 * transfer to an address that is swept before it is mined costs more than one to an address with a
 * balance. Unused gas costs nothing.
 */
const DOLLAR_GAS = 100_000n;
/** Chain id of anvil, which no chain of value has. */
export const LOCAL_CHAIN_ID = 31_337;

export interface LocalChainOptions {
  readonly port: number;
  /**
   * Mnemonic whose first accounts hold 10,000 ether each. The first account deploys and mints the
   * dollar.
   */
  readonly mnemonic: string;
  /** Seconds between blocks. Without a value each transaction makes a block at once. */
  readonly blockSeconds?: number;
  /** File that keeps the chain across restarts. */
  readonly stateFile?: string;
}

export interface LocalChain {
  readonly url: string;
  readonly client: LocalClient;
  /** The account that deploys and funds. */
  readonly maker: Address;
  /** Deploys a contract of this package and returns its address. */
  deploy(name: ContractName, args: readonly unknown[]): Promise<Address>;
  deployDollar(): Promise<Address>;
  mine(blocks: number): Promise<void>;
  /** Replaces the newest blocks by as many new ones, without any of their transactions. */
  reorg(depth: number): Promise<void>;
  /** Sends ether from the maker, in wei. */
  fund(to: Address, wei: bigint): Promise<Hex>;
  /**
   * Mints dollars to the maker and sends them on, so that they arrive by an ordinary transfer. In
   * millionths. Throws where a transaction had no effect.
   */
  sendDollars(dollar: Address, to: Address, units: bigint): Promise<Hex>;
  /** Pid of the program, undefined where another process started it. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

export type LocalClient = TestClient<'anvil', HttpTransport, Chain> &
  PublicActions<HttpTransport, Chain> & {
    readonly wallet: WalletClient<HttpTransport, Chain, Account>;
  };

export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { port, mnemonic, blockSeconds, stateFile } = options;
  const block = blockSeconds === undefined ? [] : ['--block-time', String(blockSeconds)];
  // The state is also written every few seconds: a killed server cannot ask for it.
  const state = stateFile === undefined ? [] : ['--state', stateFile, '--state-interval', '3'];
  const child = spawn(
    anvilBinary(),
    [
      '--host',
      '127.0.0.1',
      '--port',
      String(port),
      '--mnemonic',
      mnemonic,
      '--silent',
      ...block,
      ...state,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaints = '';
  child.stderr.on(
    'data',
    (chunk: Buffer) => (complaints = `${complaints}${chunk.toString()}`.slice(-2000)),
  );
  const url = `http://127.0.0.1:${port}`;
  const client = connect(url, mnemonic);
  try {
    await ready(client, child);
  } catch (error) {
    await stop(child);
    throw new Error(`the local chain did not start: ${complaints.trim()}`, { cause: error });
  }
  return assembled({ url, client, pid: child.pid, end: () => stop(child) });
}

/** Connects to a local chain that another process started. `stop` leaves it running. */
export function openLocalChain(url: string, mnemonic: string): LocalChain {
  return assembled({
    url,
    client: connect(url, mnemonic),
    pid: undefined,
    end: () => Promise.resolve(),
  });
}

function assembled({
  url,
  client,
  pid,
  end,
}: Pick<LocalChain, 'url' | 'client' | 'pid'> & { readonly end: () => Promise<void> }): LocalChain {
  const mined = async (hash: Hex): Promise<Hex> => {
    const { status } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    if (status !== 'success') throw new Error(`${hash} is in the chain, but had no effect`);
    return hash;
  };
  // Two transactions that ask for the maker's number at once get the same one, and the node refuses
  // the second: the next one asks when the one before is with the node.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (send: () => Promise<Hex>): Promise<Hex> => {
    const mine = last.then(send);
    last = mine.catch(() => undefined);
    return mine;
  };
  const deploy = async (name: ContractName, args: readonly unknown[]): Promise<Address> => {
    await contractsReady();
    const { abi, bytecode } = compiledContract(name);
    const hash = await inTurn(() => client.wallet.deployContract({ abi, bytecode, args }));
    const { contractAddress } = await client.waitForTransactionReceipt({
      hash,
      pollingInterval: 20,
    });
    if (contractAddress === null || contractAddress === undefined)
      throw new Error(`${name} was not deployed`);
    return contractAddress;
  };
  return {
    url,
    client,
    pid,
    maker: client.wallet.account.address,
    deploy,
    deployDollar: () => deploy('TestDollar', ['Test Dollar', 'USDT', 6]),
    mine: (blocks) => client.mine({ blocks }),
    reorg: async (depth) => {
      // The client's types do not know this method.
      await client.request({ method: 'anvil_reorg', params: [depth, []] } as never);
    },
    fund: async (to, wei) =>
      mined(await inTurn(() => client.wallet.sendTransaction({ to, value: wei }))),
    sendDollars: async (dollar, to, units) => {
      const { abi } = compiledContract('TestDollar');
      const call = async (functionName: 'mint' | 'transfer', args: [Address, bigint]) =>
        mined(
          await inTurn(() =>
            client.wallet.writeContract({
              address: dollar,
              abi,
              functionName,
              args,
              gas: DOLLAR_GAS,
            }),
          ),
        );
      await call('mint', [client.wallet.account.address, units]);
      return call('transfer', [to, units]);
    },
    stop: end,
  };
}

function connect(url: string, mnemonic: string): LocalClient {
  const transport = http(url, { retryCount: 0, timeout: 30_000 });
  const chain = defineChain({
    id: LOCAL_CHAIN_ID,
    name: 'anvil',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const test = createTestClient({ chain, mode: 'anvil', transport }).extend(publicActions);
  const wallet = createWalletClient({ chain, transport, account: mnemonicToAccount(mnemonic) });
  return Object.assign(test, { wallet });
}

async function ready(client: LocalClient, child: ChildProcess): Promise<void> {
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      await client.getChainId();
      return;
    } catch (error) {
      if (child.exitCode !== null || performance.now() > until) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Anvil writes its state on SIGTERM.
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}

/** Path of the program itself: the script in front of it would not pass signals on. */
function anvilBinary(): string {
  const own = require.resolve('@foundry-rs/anvil/package.json');
  const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  const platform = `@foundry-rs/anvil-${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  try {
    return createRequire(own).resolve(`${platform}/bin/${name}`);
  } catch {
    const downloaded = path.join(path.dirname(own), 'dist', name);
    if (existsSync(downloaded)) return downloaded;
    throw new Error(
      `no local chain for ${process.platform} ${process.arch}: ${platform} is not installed`,
    );
  }
}
