import { isDeepStrictEqual } from 'node:util';
import type { BlockRef, ChainAdapter, ChainBlock, TransactionStatus } from './adapter.ts';
import { ChainFault } from './chain-fault.ts';
import type { Chain } from './chains.ts';

/** A node of a chain, under the name by which operators know it. */
export interface ChainNode {
  readonly name: string;
  readonly adapter: ChainAdapter;
}

type Nodes = readonly [ChainNode, ChainNode];
type Both<T> = readonly [T, T];
type Included = Extract<TransactionStatus, { state: 'included' }>;

/**
 * How many blocks one node may be behind the other: some minutes. Further behind it stands still,
 * and nobody else would notice.
 */
const MOST_BLOCKS_APART: Readonly<Record<Chain, number>> = { ethereum: 25, bitcoin: 3, tron: 100 };

/**
 * A chain as two nodes tell it, so that no single one is believed: blocks with all that concerns
 * us, what became of transactions, and balances count as far as both say the same. Where they
 * contradict each other it throws `ChainFault` contradiction, where one does not answer
 * unreachable; both say which node it is about, and whoever asked waits. One that is some blocks
 * behind is no contradiction: what it does not know yet has not happened yet. Prices, nonces and
 * transactions to sign come from the first node: they have bounds of their own, and the signer
 * reads what it signs.
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

/** Asks a node; a fault says which one it is of. */
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
 * Of the node that is behind. Whether the other one has that block too is asked where it is read.
 */
function lowerHead([first, second]: Nodes, [one, other]: Both<BlockRef>): BlockRef {
  const { chain } = first.adapter;
  const [behind, ahead] = one.height < other.height ? [first, second] : [second, first];
  if (Math.abs(one.height - other.height) > MOST_BLOCKS_APART[chain]) {
    throw new ChainFault(
      'contradiction',
      `node ${behind.name} is more than ${MOST_BLOCKS_APART[chain]} blocks behind node ${ahead.name}`,
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
 * That a block is gone takes back what was credited in it: one node alone cannot say so by not
 * having it.
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
 * Included, or impossible, where both say so. A transaction that only one of them has in a block
 * waits for the other as long as that may be behind; then it is a contradiction. So is a last word
 * (`impossible`) of one alone: what follows it could pay twice.
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
  if (alone !== undefined && alone.confirmations > MOST_BLOCKS_APART[nodes[0].adapter.chain])
    throw contradiction();
  // Where one does not have it at all, the same bytes are sent again: to both.
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

/** Of the transfers, those that the other node does not tell of: the first three. */
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

/** Without what grows while it is true. */
function toldOfStatus(status: TransactionStatus): string {
  if (status.state === 'impossible') return `impossible, ${status.why}`;
  if (status.state !== 'included') return status.state;
  return `in block ${status.block}, ${status.succeeded ? 'with' : 'without'} effect, at a cost of ${status.fee ?? 'nothing it tells'}`;
}
