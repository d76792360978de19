import type {
  ChainAdapter,
  Signed,
  Source,
  TransactionStatus,
  Unsigned,
} from '@meridian/chain/adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import {
  BRANCHES,
  CHAINS,
  DEPOSIT_ACCOUNT,
  HOT_ACCOUNT,
  KEY_BRANCHES,
  NETWORKS,
  type KeyBranch,
  type KeyRef,
} from '@meridian/chain/chains';
import type { Approval } from '@meridian/chain/signer/approval';
import { SignerRefusal } from '@meridian/chain/signer/refusal';
import { toChain, toExchange } from '@meridian/chain/units';
import type { NetworkId } from '@meridian/core/custody/custody-commands';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import type { Amount } from '@meridian/money/amount';
import { sql, type Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import { refusalOf, transferOf } from '../../transfers/transfers.ts';
import { startingCurrency } from '../market/starting-catalog.ts';
import { agreementOf, assertionsOf, DEVICES_NEEDED, signerId } from './agreements.ts';
import { networksOfAssets } from './chain-networks.ts';
import type { CustodyTables, TransferStatus } from './custody-tables.ts';
import type { TransferSigner } from './transfer-signer.ts';
import { isBehind } from './withdrawal-state.ts';

const APPROVAL_MS = 60_000;
const DEFAULT_STUCK_MS = 10 * 60_000;

/**
 * Approximates the core's decision whether a withdrawal may leave now. The core decides; this
 * filter spares it withdrawals that certainly wait.
 */
function mayLeave(coreMs: number) {
  return sql<boolean>`(
    (withdrawals.waits_until_ms <= ${coreMs} or withdrawals.approvers <> '{}')
    and not exists (select 1 from users where users.id = withdrawals.user_id and (users.frozen_at is not null or users.withdrawals_held_until > ${new Date(coreMs)}))
    and not ${isBehind}
  )`;
}

export interface SenderParts {
  readonly adapter: ChainAdapter;
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  readonly signer: TransferSigner;
  /** The hot address of a branch of keys. */
  readonly hotAddress: (branch: KeyBranch) => string;
  /** Confirmations after which a transaction of a network is final. */
  readonly confirmations: (network: NetworkId) => number;
  readonly alarm: (text: string) => void;
  readonly nowMs: () => number;
  /** Engine time in milliseconds, by which the core decides about waits. */
  readonly coreMs: () => number;
  /** Milliseconds after which a pending transaction is sent again at a higher price. */
  readonly stuckMs?: number;
}

type Transfer = Selectable<CustodyTables['chain_transfers']>;

/**
 * Sends approved withdrawals on one chain. Owns its rows of `chain_transfers`. Each step writes its
 * intention before the next step acts on it, so that a crash between any two resumes where it was:
 * a withdrawal has one row, a row has one nonce (or one set of inputs), and signed bytes are sent
 * again unchanged (W3). Promises nothing about time.
 */
export class ChainSender {
  readonly #parts: SenderParts;
  readonly #networks: ReturnType<typeof networksOfAssets>;

  constructor(parts: SenderParts) {
    this.#parts = parts;
    this.#networks = networksOfAssets(parts.adapter.assets);
  }

  /**
   * Takes up new withdrawals and advances each open transfer as far as possible. Throws
   * `ChainFault` where the node does not answer.
   */
  async work(): Promise<void> {
    await this.#takeUp();
    const { queries, adapter } = this.#parts;
    const open = await queries
      .selectFrom('chain_transfers')
      .select('id')
      .where('chain', '=', adapter.chain)
      .where('status', 'not in', ['done', 'failed'])
      .orderBy('id')
      .execute();
    for (const { id } of open) await this.#go(id);
  }

  /**
   * Advances a transfer as far as possible at once: a signed transaction should be broadcast before
   * another transfer asks for the next nonce.
   */
  async #go(id: bigint): Promise<void> {
    let last: TransferStatus | undefined;
    for (;;) {
      const transfer = await this.#parts.queries
        .selectFrom('chain_transfers')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (transfer.status === last) return;
      last = transfer.status;
      await this.#advance(transfer);
      if (last === 'broadcast') return;
    }
  }

  /**
   * Marks approved withdrawals in the core first, so that nobody can cancel them afterwards; the
   * core pays those to another user itself. After a crash in between, the mark finds them again.
   */
  async #takeUp(): Promise<void> {
    const { queries, engine, adapter, nowMs } = this.#parts;
    const networks = [...this.#networks.values()].map(({ network }) => network);
    const waiting = await queries
      .selectFrom('withdrawals')
      .leftJoin('chain_transfers', 'chain_transfers.withdrawal', 'withdrawals.id')
      .select([
        'withdrawals.id',
        'withdrawals.network',
        'withdrawals.amount',
        'withdrawals.fee',
        'withdrawals.address',
        'withdrawals.status',
      ])
      .where('withdrawals.status', 'in', ['approved', 'signed'])
      .where('withdrawals.network', 'in', networks)
      .where('chain_transfers.id', 'is', null)
      .where((row) =>
        row.or([row('withdrawals.status', '=', 'signed'), mayLeave(this.#parts.coreMs())]),
      )
      .orderBy('withdrawals.id')
      .execute();
    for (const { id, network, amount, fee, address, status } of waiting) {
      if (status === 'approved') {
        const { events } = await engine.submit({ kind: 'custody.sign', withdrawal: Number(id) });
        // The core refused: paused, over the limit, no fresh price, back to the operators, or just
        // cancelled. A later round tries again.
        if (!events.some((event) => event.type === 'withdrawalMoved' && event.status === 'signed'))
          continue;
      }
      const [asset, { decimals }] = this.#assetOf(network);
      const now = new Date(nowMs());
      const row = {
        kind: 'withdrawal',
        withdrawal: id,
        chain: adapter.chain,
        asset,
        address,
        amount: toChain(amount - fee, decimals).units,
        source: '',
        status: 'waiting',
        created_at: now,
        updated_at: now,
      } as const;
      await queries
        .insertInto('chain_transfers')
        .values(row)
        .onConflict((conflict) => conflict.column('withdrawal').doNothing())
        .execute();
    }
  }

  async #advance(transfer: Transfer): Promise<void> {
    try {
      switch (transfer.status) {
        case 'waiting':
          return await this.#build(transfer);
        case 'built':
          return await this.#sign(transfer);
        case 'signed':
          return await this.#broadcast(transfer);
        case 'broadcast':
          return await this.#follow(transfer);
        case 'done':
        case 'failed':
          return;
      }
    } catch (error) {
      if (error instanceof SignerRefusal)
        return this.#note(transfer, `the signer refuses: ${error.reason}`);
      if (error instanceof ChainFault && error.code !== 'unreachable')
        return this.#note(transfer, error.message);
      throw error;
    }
  }

  async #build(transfer: Transfer): Promise<void> {
    const { adapter, queries, signer } = this.#parts;
    if (transfer.withdrawal !== null) {
      // The agreement is checked before the nonce is taken: a transfer that waits for people would
      // block all transfers behind its nonce.
      const agreement = await agreementOf(
        { queries, adapters: [adapter], signer },
        transfer.withdrawal,
      );
      if (agreement !== undefined && agreement.agreed.length < agreement.needed)
        return this.#note(transfer, DEVICES_NEEDED);
    }
    const source = await this.#sourceOf(transfer);
    const unsigned = await adapter.buildTransfer({
      asset: transfer.asset,
      to: transfer.address,
      amount: BigInt(transfer.amount),
      source,
      fee: await adapter.estimateFee(),
    });
    const place =
      source.kind === 'account' ? { source: source.address, nonce: BigInt(source.nonce) } : {};
    await this.#update(transfer, 'built', { unsigned: JSON.stringify(unsigned), ...place });
  }

  async #sign(transfer: Transfer): Promise<void> {
    const { signer, adapter, queries, nowMs } = this.#parts;
    const unsigned = transfer.unsigned;
    if (unsigned === null) throw new Error(`transfer ${transfer.id} is built of nothing`);
    const approval: Approval = {
      id: signerId(transfer.kind, transfer.withdrawal ?? transfer.id),
      kind: transfer.kind === 'withdrawal' ? 'withdrawal' : 'internal',
      chain: adapter.chain,
      asset: transfer.asset,
      to: transfer.address,
      amount: transfer.amount,
      maxFee: CHAINS[adapter.chain].mostFee.toString(),
      attempt: transfer.earlier.length + 1,
      expiresAtMs: nowMs() + APPROVAL_MS,
    };
    const toKey = transfer.kind === 'withdrawal' ? undefined : await this.#keyOf(transfer.address);
    const assertions =
      transfer.withdrawal === null
        ? []
        : await assertionsOf(queries, transfer.withdrawal, approval.attempt);
    const signed = await signer.sign(approval, unsigned, { toKey, assertions });
    await this.#update(transfer, 'signed', { signed: JSON.stringify(signed) });
  }

  async #broadcast(transfer: Transfer): Promise<void> {
    if (transfer.signed === null) throw new Error(`transfer ${transfer.id} is signed by nobody`);
    try {
      await this.#parts.adapter.broadcast(transfer.signed);
    } catch (error) {
      if (!(error instanceof ChainFault) || error.code !== 'refused') throw error;
      // A transaction that this one replaces may just have been mined: `#follow` finds out.
    }
    await this.#update(transfer, 'broadcast', {});
  }

  /**
   * Checks the newest transaction and those that it replaced: any of them may be the one that is
   * mined.
   */
  async #follow(transfer: Transfer): Promise<void> {
    const { adapter, nowMs, stuckMs = DEFAULT_STUCK_MS } = this.#parts;
    const { signed, unsigned } = transfer;
    if (signed === null || unsigned === null)
      throw new Error(`transfer ${transfer.id} was sent and is not there`);
    let newest: TransactionStatus | undefined;
    for (const each of [signed, ...transfer.earlier]) {
      const status = await adapter.status(each.txid, unsigned);
      newest ??= status;
      if (status.state === 'included') return this.#included(transfer, each.txid, status);
    }
    if (newest?.state === 'unknown') await adapter.broadcast(signed);
    if (newest?.state === 'impossible') return this.#impossible(transfer, newest.why);
    if (nowMs() - transfer.updated_at.getTime() > stuckMs)
      await this.#replace(transfer, unsigned, signed);
  }

  async #included(
    transfer: Transfer,
    txid: string,
    { confirmations, succeeded, fee }: Extract<TransactionStatus, { state: 'included' }>,
  ): Promise<void> {
    const { engine, alarm } = this.#parts;
    if (confirmations < this.#confirmationsFor(transfer)) return;
    await this.#bookCost(fee, txid);
    if (transfer.withdrawal !== null) {
      const withdrawal = Number(transfer.withdrawal);
      const { outcome } = await engine.submit(
        succeeded
          ? { kind: 'custody.settle', withdrawal, transaction: txid }
          : { kind: 'custody.fail', withdrawal },
      );
      // Not found: the core settled it before a crash kept this row from being updated.
      if (!outcome.ok && outcome.rejection !== 'withdrawal_not_found')
        throw new Error(
          `withdrawal ${withdrawal} was sent, but the core refuses: ${outcome.rejection}`,
        );
    }
    if (!succeeded)
      alarm(
        `${transfer.kind} ${transfer.withdrawal ?? transfer.id}: ${txid} is in the chain, but had no effect`,
      );
    await this.#update(transfer, succeeded ? 'done' : 'failed', {});
  }

  /**
   * Books the cost of a transaction once. The reference makes a repetition after a crash harmless.
   */
  async #bookCost(fee: bigint | undefined, reference: string): Promise<void> {
    const { adapter, queries, engine, alarm } = this.#parts;
    const { coin } = CHAINS[adapter.chain];
    if (coin === undefined || fee === undefined || fee === 0n) return;
    const { units, remainder } = toExchange(fee, coin.decimals);
    const amount = (remainder > 0n ? units + 1n : units) as Amount;
    const transfer = await transferOf(queries, 'cost', reference);
    const { outcome } = await engine.submit({
      kind: 'custody.cost',
      user: SYSTEM.house,
      currency: startingCurrency(coin.currency),
      amount,
      reference,
      transfer,
    });
    const refusal = refusalOf(outcome);
    if (refusal !== undefined) alarm(`the cost of ${reference} could not be booked: ${refusal}`);
  }

  /**
   * Handles a transaction that can never be included any more. On Tron it has expired: the same
   * transfer is built anew as the next attempt. Elsewhere another transaction used its nonce or
   * inputs, which only the signer could have signed: an operator must look.
   */
  async #impossible(transfer: Transfer, why: 'replaced' | 'expired'): Promise<void> {
    const { signed } = transfer;
    if (why === 'expired' && signed !== null) {
      return this.#update(transfer, 'waiting', {
        unsigned: null,
        signed: null,
        earlier: JSON.stringify([...transfer.earlier, signed]),
      });
    }
    await this.#note(transfer, `transaction ${signed?.txid ?? ''} was replaced by another`);
  }

  async #replace(transfer: Transfer, unsigned: Unsigned, signed: Signed): Promise<void> {
    const { adapter } = this.#parts;
    if (!CHAINS[adapter.chain].hasReplacements) return;
    const raised = await adapter.buildReplacement(unsigned, await adapter.estimateFee());
    await this.#update(transfer, 'built', {
      unsigned: JSON.stringify(raised),
      signed: null,
      earlier: JSON.stringify([...transfer.earlier, signed]),
    });
  }

  async #sourceOf(transfer: Transfer): Promise<Source> {
    const { adapter, queries, hotAddress } = this.#parts;
    const branch = this.#branchOf(transfer);
    if (CHAINS[adapter.chain].keeps === 'outputs') return this.#outputsFor(transfer, branch);
    // A sweep has a source address of its own; all other transfers come from the hot address.
    const address = transfer.source === '' ? hotAddress(branch) : transfer.source;
    const { last } = await queries
      .selectFrom('chain_transfers')
      .select(({ fn }) => fn.max('nonce').as('last'))
      .where('source', '=', address)
      .where('status', 'not in', ['waiting'])
      .executeTakeFirstOrThrow();
    const own = last === null ? 0 : Number(last) + 1;
    return {
      kind: 'account',
      address,
      key: await this.#keyOf(address),
      nonce: Math.max(own, await adapter.nextNonce(address)),
    };
  }

  async #outputsFor(transfer: Transfer, branch: KeyBranch): Promise<Source> {
    const { adapter, queries, hotAddress } = this.#parts;
    const isToken = adapter.assets.some(
      ({ id, token }) => id === transfer.asset && token !== undefined,
    );
    const change = { address: hotAddress(branch), key: { branch, account: HOT_ACCOUNT, index: 0 } };
    const rows = await queries
      .selectFrom('owned_outputs')
      .leftJoin('deposit_addresses', 'deposit_addresses.address', 'owned_outputs.address')
      .selectAll('owned_outputs')
      .select(['deposit_addresses.branch', 'deposit_addresses.index'])
      .where('spent_height', 'is', null)
      // Omni takes tokens from the owner of the first output that is spent: only the hot address's
      // outputs qualify.
      .where(({ eb, or }) =>
        or([
          eb('owned_outputs.address', '=', change.address),
          ...(isToken ? [] : [eb('deposit_addresses.branch', '=', branch)]),
        ]),
      )
      .execute();
    const used = await queries
      .selectFrom('chain_transfers')
      .select('unsigned')
      .where('chain', '=', adapter.chain)
      .where('status', 'not in', ['done', 'failed'])
      .where('unsigned', 'is not', null)
      .execute();
    const taken = new Set(
      used.flatMap(({ unsigned }) =>
        unsigned !== null && 'inputs' in unsigned ? unsigned.inputs : [],
      ),
    );
    const available = rows
      .filter(({ name }) => !taken.has(name))
      .map(({ transaction, output, address, amount, block, index }) => {
        const key =
          index === null ? change.key : { branch, account: DEPOSIT_ACCOUNT, index: Number(index) };
        return {
          txid: transaction,
          index: Number(output),
          address,
          key,
          amount: BigInt(amount),
          block,
        };
      });
    return { kind: 'outputs', available, change };
  }

  /** The branch of keys that pays a transfer: that of its asset's network. */
  #branchOf({ asset }: Transfer): KeyBranch {
    const facts = Object.values(NETWORKS).find((network) => network.asset.id === asset);
    if (facts === undefined) throw new Error(`no network pays in ${asset}`);
    return facts.branch;
  }

  /** The key of an own address: a hot address, or a customer's deposit address. */
  async #keyOf(address: string): Promise<KeyRef> {
    const { adapter, queries, hotAddress } = this.#parts;
    for (const branch of KEY_BRANCHES)
      if (BRANCHES[branch].chain === adapter.chain && hotAddress(branch) === address)
        return { branch, account: HOT_ACCOUNT, index: 0 };
    const { branch, index } = await queries
      .selectFrom('deposit_addresses')
      .select(['branch', 'index'])
      .where('address', '=', address)
      .executeTakeFirstOrThrow();
    return { branch, account: DEPOSIT_ACCOUNT, index: Number(index) };
  }

  #confirmationsFor(transfer: Transfer): number {
    const found = this.#networks.get(transfer.asset);
    return found === undefined ? 1 : this.#parts.confirmations(found.network);
  }

  #assetOf(network: number): [string, { decimals: number }] {
    const found = [...this.#networks].find(([, each]) => each.network === network);
    if (found === undefined) throw new Error(`network ${network} is of another chain`);
    return found;
  }

  async #update(
    transfer: Transfer,
    status: TransferStatus,
    values: {
      unsigned?: string | null;
      signed?: string | null;
      earlier?: string;
      source?: string;
      nonce?: bigint;
    },
  ): Promise<void> {
    await this.#parts.queries
      .updateTable('chain_transfers')
      .set({ ...values, status, note: '', updated_at: new Date(this.#parts.nowMs()) })
      .where('id', '=', transfer.id)
      .where('status', '=', transfer.status)
      .execute();
  }

  /** Notes the reason why a transfer is stuck, for operators. A new reason raises an alarm. */
  async #note(transfer: Transfer, note: string): Promise<void> {
    if (transfer.note === note) return;
    this.#parts.alarm(`${transfer.kind} ${transfer.withdrawal ?? transfer.id}: ${note}`);
    await this.#parts.queries
      .updateTable('chain_transfers')
      .set({ note })
      .where('id', '=', transfer.id)
      .execute();
  }
}
