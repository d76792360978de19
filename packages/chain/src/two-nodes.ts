import { isDeepStrictEqual } from 'node:util';
import type { BlockRef, ChainAdapter, ChainBlock, TransactionStatus } from './adapter.ts';
import { ChainFault } from './chain-fault.ts';
import { CHAINS } from './chains.ts';

/** A node of a chain, under the name by which operators know it. */
export interface ChainNode {
  readonly name: string;
  readonly adapter: ChainAdapter;
}

type Nodes = readonly [ChainNode, ChainNode];
type Both<T> = readonly [T, T];
type Included = Extract<TransactionStatus, { state: 'included' }>;

/**
 * A chain as two nodes report it, so that no single node is trusted: blocks with all own transfers,
 * states of transactions, and balances count only where both agree. Throws `ChainFault`
 * contradiction where they contradict each other, unreachable where one does not answer; both name
 * the node, and the caller waits. A node some blocks behind is no contradiction: a block or
 * transaction that it does not know yet counts as not happened yet. Prices, nonces and transactions
 * to sign come from the first node: they have bounds of their own, and the signer reads each
 * transaction that it signs.
 */
export function twoNodes(first: ChainNode, second: ChainNode): ChainAdapter {
  const nodes: Nodes = [first, second];
  const { chain } = first.adapter;
  const adapter = named(first);
  return {
    chain,
    assets: first.adapter.assets,
    head: async () => lowerHead(nodes, await askBoth(nodes, (node) => node.head())),
    block: async (height, watch) =>
      agreedBlock(nodes, height, await askBoth(nodes, (node) => node.block(height, watch))),
    blockRef: async (height) =>
      agreedRef(nodes, height, await askBoth(nodes, (node) => node.blockRef(height))),
    status: async (txid, unsigned) =>
      agreedStatus(nodes, txid, await askBoth(nodes, (node) => node.status(txid, unsigned))),
    usedBy: async (txid, unsigned) =>
      Math.min(...(await askBoth(nodes, (node) => node.usedBy(txid, unsigned)))),
    estimateFee: () => adapter((node) => node.estimateFee()),
    nextNonce: (address) => adapter((node) => node.nextNonce(address)),
    buildTransfer: (request) => adapter((node) => node.buildTransfer(request)),
    buildReplacement: (previous, fee) => adapter((node) => node.buildReplacement(previous, fee)),
    broadcast: async (signed) => {
      const [ours, other] = await Promise.allSettled(
        nodes.map((node) => named(node)((each) => each.broadcast(signed))),
      );
      if (ours?.status === 'rejected' && other?.status !== 'fulfilled') throw ours.reason as Error;
      return signed.txid;
    },
    balance: async (asset, address) => {
      const [one, other] = await askBoth(nodes, (node) => node.balance(asset, address));
      return one < other ? one : other;
    },
  };
}

function askBoth<T>(
  [first, second]: Nodes,
  question: (node: ChainAdapter) => Promise<T>,
): Promise<Both<T>> {
  return Promise.all([named(first)(question), named(second)(question)]);
}

/** Asks a node; a fault names the node. */
function named({
  name,
  adapter,
}: ChainNode): <T>(question: (node: ChainAdapter) => Promise<T>) => Promise<T> {
  return async (question) => {
    try {
      return await question(adapter);
    } catch (error) {
      if (error instanceof ChainFault)
        throw new ChainFault(error.code, `node ${name}: ${error.message}`, { cause: error });
      throw error;
    }
  };
}

/**
 * The head of the node that is behind. Whether the other one has that block too is checked when the
 * block is read.
 */
function lowerHead([first, second]: Nodes, [one, other]: Both<BlockRef>): BlockRef {
  const { mostBlocksApart } = CHAINS[first.adapter.chain];
  const [behind, ahead] = one.height < other.height ? [first, second] : [second, first];
  if (Math.abs(one.height - other.height) > mostBlocksApart) {
    throw new ChainFault(
      'contradiction',
      `node ${behind.name} is more than ${mostBlocksApart} blocks behind node ${ahead.name}`,
    );
  }
  return one.height < other.height ? one : other;
}

function agreedBlock(
  nodes: Nodes,
  height: number,
  [one, other]: Both<ChainBlock | undefined>,
): ChainBlock | undefined {
  if (one === undefined || other === undefined) return undefined;
  if (!isDeepStrictEqual(one, other))
    throw disagreement(nodes, `block ${height}`, [
      toldOfBlock(one, other),
      toldOfBlock(other, one),
    ]);
  return one;
}

/**
 * A vanished block reverses the deposits credited in it, so a single node must not cause that by
 * lacking the block.
 */
function agreedRef(
  nodes: Nodes,
  height: number,
  refs: Both<BlockRef | undefined>,
): BlockRef | undefined {
  const [one, other] = refs;
  if (!isDeepStrictEqual(one, other))
    throw disagreement(nodes, `block ${height}`, [one?.hash ?? 'none', other?.hash ?? 'none']);
  return one;
}

/**
 * Included, or impossible, where both nodes agree. A transaction that only one node has in a block
 * waits while the other may be behind; afterwards it is a contradiction. So is `impossible` from
 * one node alone: acting on it could pay twice.
 */
function agreedStatus(
  nodes: Nodes,
  txid: string,
  statuses: Both<TransactionStatus>,
): TransactionStatus {
  const [one, other] = statuses;
  const contradiction = (): ChainFault =>
    disagreement(nodes, txid, [toldOfStatus(one), toldOfStatus(other)]);
  if (one.state === 'included' && other.state === 'included') {
    const confirmations = Math.min(one.confirmations, other.confirmations);
    if (!isDeepStrictEqual({ ...one, confirmations }, { ...other, confirmations }))
      throw contradiction();
    return { ...one, confirmations };
  }
  if (one.state === 'impossible' || other.state === 'impossible') {
    if (!isDeepStrictEqual(one, other)) throw contradiction();
    return one;
  }
  const alone = statuses.find((status): status is Included => status.state === 'included');
  if (alone !== undefined && alone.confirmations > CHAINS[nodes[0].adapter.chain].mostBlocksApart)
    throw contradiction();
  // The same bytes are sent again to both nodes if one of them does not have the transaction.
  return { state: one.state === 'unknown' || other.state === 'unknown' ? 'unknown' : 'pending' };
}

function disagreement(
  [first, second]: Nodes,
  about: string,
  [one, other]: Both<string>,
): ChainFault {
  return new ChainFault(
    'contradiction',
    `the nodes disagree about ${about}: ${first.name} says ${one}; ${second.name} says ${other}`,
  );
}

/** A block's first three transfers that the other node does not report. */
function toldOfBlock(block: ChainBlock, other: ChainBlock): string {
  const known = new Set(transfersOf(other));
  const own = transfersOf(block).filter((transfer) => !known.has(transfer));
  const more = own.length > 3 ? ` and ${own.length - 3} more` : '';
  return `${block.hash}, with ${own.length === 0 ? 'nothing that the other has not' : own.slice(0, 3).join(', ')}${more}`;
}

function transfersOf({ deposits, refused, spent }: ChainBlock): string[] {
  return [
    ...[...deposits, ...refused].map(
      ({ amount, asset, to, txid, index }) => `${amount} of ${asset} to ${to} in ${txid}:${index}`,
    ),
    ...spent.map((name) => `${name} spent`),
  ];
}

/** Without the parts that grow over time. */
function toldOfStatus(status: TransactionStatus): string {
  if (status.state === 'impossible') return `impossible, ${status.why}`;
  if (status.state !== 'included') return status.state;
  return `in block ${status.block}, ${status.succeeded ? 'with' : 'without'} effect, at a cost of ${status.fee ?? 'nothing it tells'}`;
}
