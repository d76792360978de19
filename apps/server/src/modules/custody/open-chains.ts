import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';
import type { ChainAdapter } from '@meridian/chain/adapter';
import { assetsOf, CHAIN_NAMES, MOST_FEE, NETWORKS, type ChainAsset } from '@meridian/chain/chains';
import {
  LOCAL_CHAIN_ID,
  startLocalChain,
  type LocalChain,
} from '@meridian/chain/local/local-chain';
import { BY_EXCHANGE_ALONE, type SignerPolicy } from '@meridian/chain/signer/policy';
import { openAdapter } from '@meridian/chain/open-adapter';
import { twoNodes } from '@meridian/chain/two-nodes';
import { toChain, toExchange } from '@meridian/chain/units';
import { bitcoinNetworkOf, type Nodes, type NodeSettings } from '../../chain-settings.ts';
import type { Config } from '../../config.ts';
import type { Queries } from '../../database/database.ts';
import type { Secrets } from '../../secrets.ts';
import { networkId, startingNetwork } from './chain-networks.ts';
import type { ChainSetup } from './custodian.ts';
import { SignerConnection, startOwnSigner } from './signer-process.ts';

const ETHER = 10n ** 18n;
const DOLLAR = 10n ** 6n;
/** A public mnemonic: anvil prints it itself. It owns the demo's play coins. */
const LOCAL_WORDS = 'test test test test test test test test test test test junk';
const BLOCK_SECONDS = 2;
const LOCAL_EVERY_MS = 500;
const EVERY_MS = 4_000;
/** Milliseconds that the chain of a killed server gets to write its state. */
const LEFT_OVER_MS = 5_000;
const POLL_MS = 50;
/**
 * First coins of the demo's hot wallet, below its ceiling; the rest of the reserve is in cold
 * storage and covers all play money.
 */
const HOT_START = { wei: 1_000n * ETHER, dollars: 2_500_000n * DOLLAR } as const;
const COLD_START = { wei: 10_000_000n * ETHER, dollars: 10_000_000_000n * DOLLAR } as const;
/** The demo's cold address: a later account of the same mnemonic. */
const COLD_ADDRESS = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';

/** The demo's own chain, the source of test deposits. */
export interface DemoChain {
  readonly chain: LocalChain;
  readonly dollar: `0x${string}`;
}

export interface OpenChains {
  readonly setup: ChainSetup;
  readonly demo: DemoChain | undefined;
  close(): Promise<void>;
}

/**
 * Opens the chains of the settings; in demo mode without any, a local chain with a signer of its
 * own. Undefined where there are none.
 */
export async function openChains(
  config: Pick<Config, 'chains' | 'signer' | 'dataDir'>,
  secrets: Secrets,
): Promise<OpenChains | undefined> {
  const { chains, signer, dataDir } = config;
  if (chains.isLocal) return openLocal(dataDir, secrets);
  const adapters = CHAIN_NAMES.flatMap((chain) => {
    const own = chains[chain];
    if (own === undefined) return [];
    const { nodes, network, tokens } = own;
    const assets = assetsOf(chain, tokens);
    return [agreeing(nodes, (node) => openAdapter(chain, { ...node, network, assets }))];
  });
  if (adapters.length === 0 || signer === undefined) return undefined;
  const connection = new SignerConnection(signer.socket, Buffer.from(signer.approvalKey, 'hex'));
  const setup = {
    adapters,
    signer: connection,
    bitcoinNetwork: bitcoinNetworkOf(chains),
    everyMs: EVERY_MS,
  };
  return { setup, demo: undefined, close: () => Promise.resolve(connection.close()) };
}

/**
 * Nodes are named by host, because a URL holds user names and passwords that operators must not
 * read.
 */
function agreeing(
  [first, second]: Nodes,
  open: (node: NodeSettings) => ChainAdapter,
): ChainAdapter {
  const named = (node: NodeSettings) => ({ name: new URL(node.url).host, adapter: open(node) });
  return twoNodes(named(first), named(second));
}

/** Coins of the local chain have no worth, so new addresses need not wait a day. */
async function openLocal(dataDir: string, secrets: Secrets): Promise<OpenChains> {
  const folder = path.join(dataDir, 'chain');
  mkdirSync(folder, { recursive: true });
  const pidFile = path.join(folder, 'anvil.pid');
  await endLeftOver(pidFile);
  const chain = await startLocalChain({
    port: await freePort(),
    mnemonic: LOCAL_WORDS,
    blockSeconds: BLOCK_SECONDS,
    stateFile: path.join(folder, 'anvil.json'),
  });
  writeFileSync(pidFile, String(chain.pid));
  const closing: (() => Promise<void>)[] = [
    async () => chain.stop().then(() => rmSync(pidFile, { force: true })),
  ];
  const close = async (): Promise<void> => {
    for (const step of closing.reverse()) await step();
  };
  try {
    const dollar = await dollarOf(chain, path.join(folder, 'dollar'));
    const assets = assetsOf('ethereum', { erc20: dollar });
    const own = await startOwnSigner({
      dataDir,
      olderPassphrase: secrets.sign('signer passphrase', '1'),
      policy: localPolicy(assets),
    });
    closing.push(own.stop);
    // There is one node, asked twice, so that the demo runs the code of two nodes.
    const adapter = agreeing([chain, chain], ({ url }) =>
      openAdapter('ethereum', { url, network: String(LOCAL_CHAIN_ID), assets }),
    );
    return {
      setup: {
        adapters: [adapter],
        signer: own.signer,
        bitcoinNetwork: 'regtest',
        everyMs: LOCAL_EVERY_MS,
        newAddressWaitMs: 0,
      },
      demo: { chain, dollar },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Gives the demo's hot wallet and its cold storage their play coins, once, and books the cold part
 * as moves.
 */
export async function fundDemoReserves(
  { chain, dollar }: DemoChain,
  { adapter, hot, queries }: { adapter: ChainAdapter; hot: string; queries: Queries },
): Promise<void> {
  const address = hot as `0x${string}`;
  if ((await adapter.balance(NETWORKS.eth.asset.id, hot)) < HOT_START.wei / 2n)
    await chain.client.setBalance({ address, value: HOT_START.wei });
  if ((await adapter.balance(NETWORKS.erc20.asset.id, hot)) < HOT_START.dollars / 2n)
    await chain.sendDollars(dollar, address, HOT_START.dollars);
  if ((await adapter.balance(NETWORKS.erc20.asset.id, COLD_ADDRESS)) < COLD_START.dollars)
    await chain.sendDollars(dollar, COLD_ADDRESS, COLD_START.dollars);
  await chain.client.setBalance({ address: COLD_ADDRESS, value: COLD_START.wei });
  const moves = [
    { name: 'eth', units: toExchange(COLD_START.wei, 18).units },
    { name: 'erc20', units: toExchange(COLD_START.dollars, 6).units },
  ] as const;
  for (const { name, units } of moves) {
    const now = new Date();
    const address = {
      network: networkId(name),
      address: COLD_ADDRESS,
      added_by: 0n,
      created_at: now,
    };
    await queries
      .insertInto('cold_addresses')
      .values(address)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    // The chain has the coins, as checked above, and no transaction of its own moved them.
    const row = {
      currency: startingNetwork(name).currency,
      network: networkId(name),
      height: null,
      amount: units,
      hash: `demo-reserve-${name}`,
      operator: 0n,
      created_at: now,
      seen_at: now,
    };
    await queries
      .insertInto('cold_moves')
      .values(row)
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
  }
}

/**
 * The signer's own limits: those of newly opened networks. No amount needs a device, because a
 * visitor of a demo has no device that its signer knows.
 */
function localPolicy(assets: readonly ChainAsset[]): SignerPolicy {
  const limits = (id: string, decimals: number) => {
    const network = startingNetwork(id === NETWORKS.eth.asset.id ? 'eth' : 'erc20');
    return {
      perHour: toChain(network.maxPerHour, decimals).units,
      perDay: toChain(network.maxPerDay, decimals).units,
      ...BY_EXCHANGE_ALONE,
    };
  };
  return {
    ethereumChainId: LOCAL_CHAIN_ID,
    bitcoinNetwork: 'regtest',
    assets: assets.map((asset) => ({ ...asset, ...limits(asset.id, asset.decimals) })),
    mostFee: MOST_FEE,
    coldAddresses: [],
  };
}

async function dollarOf(chain: LocalChain, file: string): Promise<`0x${string}`> {
  const known = read(file) as `0x${string}` | undefined;
  if (known !== undefined && (await chain.client.getCode({ address: known })) !== undefined)
    return known;
  const dollar = await chain.deployDollar();
  writeFileSync(file, dollar);
  return dollar;
}

/** Ends the chain of a killed server: its unwritten state is lost anyway. */
async function endLeftOver(pidFile: string): Promise<void> {
  const pid = Number(read(pidFile));
  if (!Number.isSafeInteger(pid) || pid <= 1) return;
  // The pid may belong to another process by now.
  if (!(read(`/proc/${pid}/cmdline`) ?? 'anvil').includes('anvil')) return;
  try {
    // SIGTERM lets it write its state: a nonce that was signed must not become free again.
    process.kill(pid, 'SIGTERM');
    const until = performance.now() + LEFT_OVER_MS;
    while (performance.now() < until) {
      process.kill(pid, 0);
      await delay(POLL_MS);
    }
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return undefined;
  }
}
