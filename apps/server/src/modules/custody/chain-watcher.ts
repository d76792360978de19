import {
  follows,
  outputName,
  type BlockRef,
  type ChainAdapter,
  type ChainBlock,
} from '@meridian/chain/adapter';
import { CHAINS } from '@meridian/chain/chains';
import { toExchange } from '@meridian/chain/units';
import type { WatchedAddresses } from '@meridian/chain/watched-addresses';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import type { CurrencyId, UserId } from '@meridian/core/ids';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql, type Transaction } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { Engine } from '../../engine/engine.ts';
import { notify, type Notification } from '../inbox/notify.ts';
import { networksOfAssets } from './chain-networks.ts';

/**
 * Owner of the exchange's own addresses among the watched ones: a transfer to them is not a
 * deposit.
 */
export const OWN_ADDRESS = 0;
/**
 * Blocks kept to detect a reorganisation of the chain: a deeper one stops the watcher until an
 * operator looks.
 */
const KEPT_BLOCKS = 1_000;
/** Credits submitted to the engine at once. */
const CREDITS_AT_ONCE = 500;

export interface WatcherParts {
  readonly adapter: ChainAdapter;
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  /** Addresses to watch. Grows while the watcher runs. */
  readonly addresses: WatchedAddresses;
  /** Confirmations that a deposit of a network needs now to be credited. */
  readonly confirmations: (network: NetworkId) => number;
  /** Called with events that an operator must know: reversals, deep reorganisations. */
  readonly alarm: (text: string) => void;
}

interface OpenDeposit {
  readonly id: bigint;
  readonly network: number;
  readonly transaction: string;
  readonly output: bigint;
  readonly user_id: bigint;
  readonly amount: bigint;
}

/**
 * Follows one chain block by block. Owns `chain_blocks`, `seen_deposits` and `owned_outputs` of it.
 * Promises that a deposit is given to the core only while its block is on the current chain with
 * all its confirmations (W2), and is reversed when that block has gone; that the core receives each
 * deposit at least once, and the core's name for a deposit makes that once for ever (W1).
 */
export class ChainWatcher {
  readonly #parts: WatcherParts;
  readonly #networks: ReturnType<typeof networksOfAssets>;
  /** Unspent outputs of the exchange (Bitcoin). */
  readonly #outputs = new Set<string>();
  #head: BlockRef | undefined;
  #newest: BlockRef | undefined;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#networks = networksOfAssets(parts.adapter.assets);
  }

  /** Height of the newest block that was read, 0 before the first. */
  get height(): number {
    return this.#newest?.height ?? 0;
  }

  /** Whether all blocks up to the head of the last run are read. */
  get isCaughtUp(): boolean {
    return this.#head !== undefined && this.height >= this.#head.height;
  }

  /**
   * Resumes at the last stored block. A chain that was never watched starts at its newest block: no
   * deposit of ours is older.
   */
  async start(): Promise<void> {
    const { queries, adapter } = this.#parts;
    const row = await queries
      .selectFrom('chain_blocks')
      .selectAll()
      .where('chain', '=', adapter.chain)
      .orderBy('height', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined)
      this.#newest = {
        height: Number(row.height),
        hash: row.hash,
        parent: row.parent,
        timeMs: Number(row.time_ms),
      };
    if (CHAINS[adapter.chain].keeps !== 'outputs') return;
    const outputs = await queries
      .selectFrom('owned_outputs')
      .select('name')
      .where('spent_height', 'is', null)
      .execute();
    for (const { name } of outputs) this.#outputs.add(name);
  }

  /**
   * Reads all new blocks, then credits and reverses deposits. Throws `ChainFault` where the node
   * does not answer: call it again later.
   */
  async look(): Promise<void> {
    const { adapter } = this.#parts;
    this.#head = await adapter.head();
    if (this.#newest === undefined) await this.#begin(this.#head.height);
    for (;;) {
      const last = this.#newest;
      if (last === undefined) break;
      const block = await adapter.block(last.height + 1, {
        addresses: this.#parts.addresses,
        ownsOutput: (name) => this.#outputs.has(name),
      });
      if (block === undefined) {
        // The node's chain may be shorter than ours for a moment: then our newest block may have
        // left it.
        const same = await adapter.blockRef(last.height);
        if (same?.hash === last.hash) break;
        await this.#rollBack();
      } else if (follows(block, last)) await this.#add(block);
      else await this.#rollBack();
    }
    await this.#reverseGone();
    await this.#creditConfirmed();
  }

  async #begin(height: number): Promise<void> {
    const { queries, adapter } = this.#parts;
    // The head itself may be known to one of the two nodes only.
    const newest = await adapter.blockRef(height);
    if (newest === undefined) return;
    await queries.insertInto('chain_blocks').values(this.#rowOf(newest)).execute();
    this.#newest = newest;
  }

  async #add(block: ChainBlock): Promise<void> {
    const { queries, adapter } = this.#parts;
    await queries.transaction().execute(async (transaction) => {
      await transaction.insertInto('chain_blocks').values(this.#rowOf(block)).execute();
      await transaction
        .deleteFrom('chain_blocks')
        .where('chain', '=', adapter.chain)
        .where('height', '<=', BigInt(block.height - KEPT_BLOCKS))
        .execute();
      await this.#keepDeposits(transaction, block);
      await this.#keepOutputs(transaction, block);
    });
    for (const { txid, index } of block.created) this.#outputs.add(outputName(txid, index));
    for (const name of block.spent) this.#outputs.delete(name);
    this.#newest = {
      height: block.height,
      hash: block.hash,
      parent: block.parent,
      timeMs: block.timeMs,
    };
  }

  /**
   * Stores a block's deposits. A deposit that was seen before in another block is the same one and
   * keeps its row.
   */
  async #keepDeposits(transaction: Transaction<Tables>, block: ChainBlock): Promise<void> {
    const { chain } = this.#parts.adapter;
    const found = block.deposits.filter(({ owner }) => owner !== OWN_ADDRESS);
    const refused = block.refused.filter(({ reason }) => reason !== 'own');
    if (found.length + refused.length === 0) return;
    await notify(
      transaction,
      found.flatMap((deposit) => this.#toldOf(deposit, block)),
    );
    const rows = [
      ...found.map((deposit) => ({ ...deposit, status: 'pending' as const, note: '' })),
      ...refused.map((transfer) => ({
        ...transfer,
        owner: this.#parts.addresses.ownerOf(transfer.to) ?? OWN_ADDRESS,
        status: 'ignored' as const,
        note: transfer.reason,
      })),
    ].map(({ asset, txid, index, to, owner, amount, status, note }) => {
      const { network, decimals } = this.#networkOf(asset);
      // An amount that the ledger cannot hold is refused and only recorded.
      const units = note === 'excess' ? 0n : toExchange(amount, decimals).units;
      return {
        network,
        chain,
        transaction: txid,
        output: BigInt(index),
        user_id: BigInt(owner),
        address: to,
        amount: units,
        chain_amount: amount,
        height: BigInt(block.height),
        status,
        note,
        seen_at: new Date(block.timeMs),
      };
    });
    for (let start = 0; start < rows.length; start += 1_000) {
      await transaction
        .insertInto('seen_deposits')
        .values(rows.slice(start, start + 1_000))
        .onConflict((conflict) =>
          // A reversed deposit counts again; amount and owner are taken from the chain anew.
          conflict.columns(['network', 'transaction', 'output']).doUpdateSet((row) => ({
            height: row.ref('excluded.height'),
            user_id: row.ref('excluded.user_id'),
            amount: row.ref('excluded.amount'),
            status: sql`case when seen_deposits.status = 'credited' then 'credited' else excluded.status end`,
            note: row.ref('excluded.note'),
          })),
        )
        .execute();
    }
  }

  /**
   * Notifications of deposits that were seen. The journal reports credits and reversals. A deposit
   * that returns in another block causes no second notification.
   */
  #toldOf(
    { asset, txid, index, owner, amount }: ChainBlock['deposits'][number],
    { timeMs }: ChainBlock,
  ): Notification[] {
    const { network, currency, decimals } = this.#networkOf(asset);
    const facts = {
      network,
      currency,
      amount: String(toExchange(amount, decimals).units),
      transaction: txid,
    };
    return owner < FIRST_CUSTOMER
      ? []
      : [
          {
            user: owner,
            kind: 'deposit_seen',
            cause: `deposit-${network}-${txid}-${index}`,
            facts,
            at: new Date(timeMs),
          },
        ];
  }

  async #keepOutputs(transaction: Transaction<Tables>, block: ChainBlock): Promise<void> {
    for (const { txid, index, address, owner, amount } of block.created) {
      const row = {
        name: outputName(txid, index),
        transaction: txid,
        output: BigInt(index),
        address,
        owner: BigInt(owner),
        amount,
        block: block.hash,
        height: BigInt(block.height),
        spent_height: null,
      };
      await transaction
        .insertInto('owned_outputs')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ block: block.hash, height: BigInt(block.height), spent_height: null }),
        )
        .execute();
    }
    if (block.spent.length > 0)
      await transaction
        .updateTable('owned_outputs')
        .set({ spent_height: BigInt(block.height) })
        .where('name', 'in', [...block.spent])
        .execute();
  }

  /**
   * Forgets the newest blocks, which have left the chain, back to the last one that is still in it.
   */
  async #rollBack(): Promise<void> {
    const { queries, adapter, alarm } = this.#parts;
    const kept = await queries
      .selectFrom('chain_blocks')
      .selectAll()
      .where('chain', '=', adapter.chain)
      .orderBy('height', 'desc')
      .execute();
    let common: BlockRef | undefined;
    for (const { height, hash, parent, time_ms } of kept) {
      const current = await adapter.blockRef(Number(height));
      if (current?.hash !== hash) continue;
      common = { height: Number(height), hash, parent, timeMs: Number(time_ms) };
      break;
    }
    if (common === undefined) {
      alarm(`${adapter.chain}: none of the last ${kept.length} blocks is in the chain any more`);
      throw new Error(`the chain ${adapter.chain} has changed more deeply than is remembered`);
    }
    const above = BigInt(common.height);
    await queries.transaction().execute(async (transaction) => {
      await transaction
        .deleteFrom('chain_blocks')
        .where('chain', '=', adapter.chain)
        .where('height', '>', above)
        .execute();
      // Height 0 means: in no block. A deposit that returns in another block gets a height again.
      await transaction
        .updateTable('seen_deposits')
        .set({ height: 0n })
        .where('chain', '=', adapter.chain)
        .where('height', '>', above)
        .execute();
      if (CHAINS[adapter.chain].keeps !== 'outputs') return;
      await transaction.deleteFrom('owned_outputs').where('height', '>', above).execute();
      await transaction
        .updateTable('owned_outputs')
        .set({ spent_height: null })
        .where('spent_height', '>', above)
        .execute();
    });
    this.#newest = common;
    this.#outputs.clear();
    await this.start();
  }

  /** Reverses credited deposits that are in no block of the current chain. */
  async #reverseGone(): Promise<void> {
    const { queries, adapter, engine, alarm } = this.#parts;
    const gone = await this.#deposits('credited').where('height', '=', 0n).execute();
    for (const { id, network, transaction, output, amount, user_id } of gone) {
      const { outcome } = await engine.submit({
        kind: 'custody.reverse',
        network,
        transaction,
        output: Number(output),
      });
      if (!outcome.ok && outcome.rejection !== 'deposit_not_found')
        throw new Error(`a reversal was refused: ${outcome.rejection}`);
      await queries
        .updateTable('seen_deposits')
        .set({ status: 'reversed', note: 'no longer in the chain' })
        .where('id', '=', id)
        .execute();
      alarm(
        `${adapter.chain}: deposit ${transaction} of user ${user_id} (${amount}) is no longer in the chain and was taken back`,
      );
    }
  }

  async #creditConfirmed(): Promise<void> {
    const open = await this.#deposits('pending')
      .where('height', '>', 0n)
      .select('height')
      .orderBy('id')
      .execute();
    const confirmed = open.filter(
      ({ network, height }) =>
        this.height - Number(height) + 1 >= this.#parts.confirmations(network),
    );
    for (let start = 0; start < confirmed.length; start += CREDITS_AT_ONCE)
      await this.#credit(confirmed.slice(start, start + CREDITS_AT_ONCE));
  }

  /**
   * A crash between the core's answer and this row leaves the row pending; the core then answers
   * that it knows the deposit.
   */
  async #credit(deposits: readonly OpenDeposit[]): Promise<void> {
    const { queries, engine } = this.#parts;
    const answers = await Promise.all(
      deposits.map(({ network, transaction, output, user_id, amount }) =>
        engine.submit({
          kind: 'custody.deposit',
          network,
          transaction,
          output: Number(output),
          user: Number(user_id) as UserId,
          amount: amount as Amount,
        }),
      ),
    );
    const credited: bigint[] = [];
    for (const [index, { outcome }] of answers.entries()) {
      const { id } = deposits[index] as OpenDeposit;
      if (outcome.ok || outcome.rejection === 'deposit_known') credited.push(id);
      else
        await queries
          .updateTable('seen_deposits')
          .set({ status: 'ignored', note: outcome.rejection })
          .where('id', '=', id)
          .execute();
    }
    if (credited.length > 0)
      await queries
        .updateTable('seen_deposits')
        .set({ status: 'credited' })
        .where('id', 'in', credited)
        .execute();
  }

  #deposits(status: 'pending' | 'credited') {
    return this.#parts.queries
      .selectFrom('seen_deposits')
      .select(['id', 'network', 'transaction', 'output', 'user_id', 'amount'])
      .where('chain', '=', this.#parts.adapter.chain)
      .where('status', '=', status);
  }

  #networkOf(asset: string): { network: NetworkId; currency: CurrencyId; decimals: number } {
    const found = this.#networks.get(asset);
    if (found === undefined) throw new Error(`the chain reports ${asset}, which is no network`);
    return found;
  }

  #rowOf({ height, hash, parent, timeMs }: BlockRef) {
    return {
      chain: this.#parts.adapter.chain,
      height: BigInt(height),
      hash,
      parent,
      time_ms: BigInt(timeMs),
    };
  }
}
