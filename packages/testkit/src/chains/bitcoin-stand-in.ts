import { addressOfScript, scriptOf } from '@meridian/chain/bitcoin/bitcoin-address';
import { formatFixed } from '@meridian/money/decimal';
import { HDKey } from '@scure/bip32';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import {
  isSigned,
  parseTransaction,
  sha256x2,
  type Output,
  type ParsedTransaction,
} from './bitcoin-transaction.ts';
import { serveJson, type JsonServer } from './json-server.ts';
import { OmniLedger, type OmniResult } from './omni-ledger.ts';

interface Block {
  readonly hash: string;
  readonly height: number;
  readonly previous: string;
  readonly time: number;
  readonly transactions: readonly ParsedTransaction[];
}

interface Unspent extends Output {
  readonly height: number;
  readonly coinbase: boolean;
}

class RpcError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const REGTEST = { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef };
const SUBSIDY = 50n * 10n ** 8n;
const MATURITY = 100;
const REPLACEABLE_BELOW = 0xffff_fffe;
const RELAY_PER_KILOBYTE = 1000n;
const DUST: Readonly<Record<number, bigint>> = { 22: 294n, 23: 540n, 25: 546n, 34: 330n };
const ADDRESS = (script: Buffer): string | undefined => addressOfScript(script, 'regtest');

/**
 * Speaks like Bitcoin Core on regtest, with the methods of Omni Core that the exchange calls:
 * blocks with real headers and Merkle roots, a mempool with replacement by fee, forks, fees. Parses
 * and checks the transactions that it receives: inputs exist and are unspent, signatures hold
 * (p2wpkh, p2pkh), outputs do not exceed inputs. Leaves out proof of work, other scripts and the
 * network.
 */
export class BitcoinStandIn {
  readonly #miner = HDKey.fromMasterSeed(new Uint8Array(32).fill(1)).derive("m/84'/1'/0'/0/0");
  readonly #grants = new Map<string, bigint>();
  readonly #mempool = new Map<string, ParsedTransaction>();
  #blocks: Block[] = [];
  #unspent = new Map<string, Unspent>();
  #omni = new OmniLedger(this.#grants, ADDRESS);
  #omniResults = new Map<string, OmniResult>();
  /** Makes blocks of two branches differ. */
  #salt = 0;
  #server: JsonServer | undefined;
  /**
   * Transactions with a payload that Omni does not accept (a sender of a form that it does not
   * know).
   */
  readonly notOmni = new Set<string>();
  /**
   * Answer of `estimatesmartfee`, in satoshi for 1,000 virtual bytes; undefined if it has no
   * estimate.
   */
  feePerKilobyte: bigint | undefined = 5_000n;

  static async start(): Promise<BitcoinStandIn> {
    const node = new BitcoinStandIn();
    node.#append([]);
    node.mine(MATURITY + 20);
    node.#server = await serveJson((_path, body) =>
      node.#answer(body as { id: unknown; method: string; params: unknown[] }),
    );
    return node;
  }

  get url(): string {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server.url.replace('http://', 'http://meridian:secret@');
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  /** Mines blocks with the transactions of the mempool that are still valid. */
  mine(blocks: number): void {
    for (let made = 0; made < blocks; made += 1) {
      const waiting = [...this.#mempool.values()];
      this.#append(waiting);
      for (const { txid } of waiting) this.#mempool.delete(txid);
    }
  }

  /**
   * Replaces the newest blocks by as many others and one more. Their transactions return to the
   * mempool and are mined again, except those to drop.
   * @param instead transactions of the new branch, for a double spend
   */
  reorg(
    depth: number,
    {
      drop = [],
      instead = [],
    }: { readonly drop?: readonly string[]; readonly instead?: readonly Buffer[] } = {},
  ): void {
    const removed = this.#blocks.splice(this.#blocks.length - depth);
    this.#salt += 1;
    this.#rebuild();
    this.#mempool.clear();
    for (const raw of instead) this.#accept(raw);
    const returned = removed
      .flatMap(({ transactions }) => transactions.slice(1))
      .filter(({ txid }) => !drop.includes(txid));
    for (const { raw } of returned) {
      try {
        this.#accept(raw);
      } catch (error) {
        // The transaction conflicts with the new branch.
        if (!(error instanceof RpcError)) throw error;
      }
    }
    this.mine(depth + 1);
  }

  /** Drops an unmined transaction, as nodes do when their mempool is full. */
  forget(txid: string): void {
    this.#mempool.delete(txid);
  }

  /**
   * Pays from the miner.
   * @returns the transaction, which waits in the mempool
   */
  pay(address: string, amount: bigint): string {
    return this.#accept(this.signPayment(address, amount));
  }

  /**
   * A signed payment that no node has seen yet.
   * @param spend the outputs to use, for a double spend
   * @param carried the script of one more output, for Omni
   */
  signPayment(
    address: string,
    amount: bigint,
    spend?: readonly string[],
    carried?: Buffer,
  ): Buffer {
    const { script } = this.#minerPayment();
    const waiting = new Set(
      [...this.#mempool.values()].flatMap(({ inputs }) => inputs.map(({ name }) => name)),
    );
    const height = this.#blocks.length;
    const own = [...this.#unspent].filter(
      ([name, output]) =>
        output.script.equals(script) &&
        !waiting.has(name) &&
        (!output.coinbase || height - output.height >= MATURITY),
    );
    const names = spend ?? own.slice(0, 1).map(([name]) => name);
    const transaction = new Transaction({ allowUnknownOutputs: true });
    let total = 0n;
    for (const name of names) {
      const output = this.#unspent.get(name);
      if (output === undefined) throw new Error(`no output ${name}`);
      const [txid = '', index = ''] = name.split(':');
      transaction.addInput({
        txid,
        index: Number(index),
        sequence: 0xffff_fffd,
        witnessUtxo: output,
      });
      total += output.amount;
    }
    transaction.addOutput({ script, amount: total - amount - 20_000n });
    if (carried !== undefined) transaction.addOutput({ script: carried, amount: 0n });
    transaction.addOutput({ script: scriptOf(address, 'regtest'), amount });
    const { privateKey } = this.#miner;
    if (privateKey === null) throw new Error('no key');
    transaction.sign(privateKey);
    transaction.finalize();
    return Buffer.from(transaction.extract());
  }

  /**
   * Sends Omni tokens from the miner's address, which is granted them first.
   * @param isCovered false sends tokens that the miner does not have: the transaction is included,
   *   and void
   */
  payOmni(address: string, property: number, amount: bigint, isCovered = true): string {
    const { script } = this.#minerPayment();
    const miner = ADDRESS(script) ?? '';
    if (isCovered)
      this.grantOmni(miner, property, (this.#grants.get(`${miner}/${property}`) ?? 0n) + amount);
    return this.#accept(this.signPayment(address, 546n, undefined, omniScript(property, amount)));
  }

  /** The outputs that a transaction spends. */
  inputsOf(txid: string): readonly string[] {
    return this.#find(txid)?.transaction.inputs.map(({ name }) => name) ?? [];
  }

  /** Creates Omni tokens, held before the first block. */
  grantOmni(address: string, property: number, amount: bigint): void {
    this.#grants.set(`${address}/${property}`, amount);
    this.#rebuild();
  }

  #minerPayment(): { readonly script: Buffer } {
    const { publicKey } = this.#miner;
    if (publicKey === null) throw new Error('no key');
    return { script: Buffer.from(p2wpkh(publicKey, REGTEST).script) };
  }

  #append(transactions: readonly ParsedTransaction[]): void {
    const height = this.#blocks.length;
    const previous = this.#blocks.at(-1)?.hash ?? '00'.repeat(32);
    const all = [this.#coinbase(height), ...transactions];
    const time = 1_700_000_000 + height * 600 + this.#salt;
    const block = {
      hash: headerHash({ previous, root: merkleRoot(all.map(({ txid }) => txid)), time }),
      height,
      previous,
      time,
      transactions: all,
    };
    this.#blocks.push(block);
    this.#connect(block);
  }

  /** Pays the miner. Height and branch are in its input, so that no two are alike (BIP-34). */
  #coinbase(height: number): ParsedTransaction {
    const { script } = this.#minerPayment();
    const mark = Buffer.alloc(9);
    mark[0] = 8;
    mark.writeUInt32LE(height, 1);
    mark.writeUInt32LE(this.#salt, 5);
    const amount = Buffer.alloc(8);
    amount.writeBigUInt64LE(SUBSIDY);
    const parts = [
      Buffer.from('01000000', 'hex'),
      Buffer.from([1]),
      Buffer.alloc(32),
      Buffer.from('ffffffff', 'hex'),
      Buffer.from([mark.length]),
      mark,
      Buffer.from('ffffffff', 'hex'),
      Buffer.from([1]),
      amount,
      Buffer.from([script.length]),
      script,
      Buffer.alloc(4),
    ];
    return parseTransaction(Buffer.concat(parts));
  }

  #connect(block: Block): void {
    block.transactions.forEach((transaction, at) => {
      const spent =
        at === 0
          ? []
          : transaction.inputs
              .map(({ name }) => this.#unspent.get(name))
              .filter((output) => output !== undefined);
      if (at > 0 && spent.length !== transaction.inputs.length)
        throw new Error(`block ${block.height} spends what is not there`);
      for (const { name } of transaction.inputs) this.#unspent.delete(name);
      transaction.outputs.forEach((output, index) => {
        if (output.script[0] !== 0x6a)
          this.#unspent.set(`${transaction.txid}:${index}`, {
            ...output,
            height: block.height,
            coinbase: at === 0,
          });
      });
      const result = this.#omni.apply({
        txid: transaction.txid,
        spent,
        outputs: transaction.outputs,
      });
      if (result !== undefined) this.#omniResults.set(transaction.txid, result);
    });
  }

  #rebuild(): void {
    this.#unspent = new Map();
    this.#omni = new OmniLedger(this.#grants, ADDRESS);
    this.#omniResults = new Map();
    for (const block of this.#blocks) this.#connect(block);
  }

  /**
   * Accepts a transaction into the mempool, as `sendrawtransaction` does.
   * @returns its id
   */
  #accept(raw: Buffer): string {
    const transaction = this.#check(raw);
    for (const conflict of this.#conflicts(transaction)) this.#mempool.delete(conflict.txid);
    this.#mempool.set(transaction.txid, transaction);
    return transaction.txid;
  }

  #check(raw: Buffer): ParsedTransaction {
    let transaction: ParsedTransaction;
    try {
      transaction = parseTransaction(raw);
    } catch {
      throw new RpcError(-22, 'TX decode failed. Make sure the tx has at least one input.');
    }
    if (this.#mempool.has(transaction.txid)) throw new RpcError(-26, 'txn-already-in-mempool');
    if (this.#find(transaction.txid) !== undefined)
      throw new RpcError(-27, 'Transaction outputs already in utxo set');
    const spent = transaction.inputs.map(({ name }) => this.#spendable(name));
    spent.forEach((output, at) => {
      if (output.coinbase && this.#blocks.length - output.height < MATURITY)
        throw new RpcError(-26, 'bad-txns-premature-spend-of-coinbase');
      if (!isSigned(raw, at, output))
        throw new RpcError(
          -26,
          'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)',
        );
    });
    const total = (outputs: readonly Output[]): bigint =>
      outputs.reduce((sum, { amount }) => sum + amount, 0n);
    const fee = total(spent) - total(transaction.outputs);
    if (fee < 0n) throw new RpcError(-26, 'bad-txns-in-belowout');
    if (fee * 1000n < RELAY_PER_KILOBYTE * BigInt(transaction.vsize))
      throw new RpcError(-26, 'min relay fee not met');
    if (
      transaction.outputs.some(
        ({ script, amount }) => script[0] !== 0x6a && amount < (DUST[script.length] ?? 546n),
      )
    )
      throw new RpcError(-26, 'dust');
    this.#requireBetter(transaction, fee);
    return transaction;
  }

  /**
   * Replacement by fee: the old transaction allows it, and the new one pays more in all and for its
   * own size (BIP-125).
   */
  #requireBetter(transaction: ParsedTransaction, fee: bigint): void {
    for (const old of this.#conflicts(transaction)) {
      if (!old.inputs.some(({ sequence }) => sequence < REPLACEABLE_BELOW))
        throw new RpcError(-26, 'txn-mempool-conflict');
      const oldFee =
        old.inputs.reduce((sum, { name }) => sum + this.#spendable(name).amount, 0n) -
        old.outputs.reduce((sum, { amount }) => sum + amount, 0n);
      if (fee * 1000n < oldFee * 1000n + RELAY_PER_KILOBYTE * BigInt(transaction.vsize))
        throw new RpcError(-26, 'insufficient fee, rejecting replacement');
    }
  }

  #conflicts({ inputs }: ParsedTransaction): ParsedTransaction[] {
    const names = new Set(inputs.map(({ name }) => name));
    return [...this.#mempool.values()].filter((other) =>
      other.inputs.some(({ name }) => names.has(name)),
    );
  }

  #spendable(name: string): Unspent {
    const found = this.#unspent.get(name);
    if (found !== undefined) return found;
    const [txid = '', index = ''] = name.split(':');
    const output = this.#mempool.get(txid)?.outputs[Number(index)];
    if (output === undefined) throw new RpcError(-25, 'bad-txns-inputs-missingorspent');
    return { ...output, height: this.#blocks.length, coinbase: false };
  }

  #find(
    txid: string,
  ): { readonly transaction: ParsedTransaction; readonly block: Block | undefined } | undefined {
    const waiting = this.#mempool.get(txid);
    if (waiting !== undefined) return { transaction: waiting, block: undefined };
    for (const block of this.#blocks) {
      const transaction = block.transactions.find((candidate) => candidate.txid === txid);
      if (transaction !== undefined) return { transaction, block };
    }
    return undefined;
  }

  #answer({
    id,
    method,
    params,
  }: {
    readonly id: unknown;
    readonly method: string;
    readonly params: readonly unknown[];
  }) {
    try {
      return { status: 200, body: { result: this.#call(method, params), error: null, id } };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return {
        status: 500,
        body: { result: null, error: { code: error.code, message: error.message }, id },
      };
    }
  }

  #call(method: string, params: readonly unknown[]): unknown {
    const [first, second] = params;
    switch (method) {
      case 'getbestblockhash':
        return this.#blocks.at(-1)?.hash;
      case 'getblockhash': {
        const block = this.#blocks[Number(first)];
        if (block === undefined) throw new RpcError(-8, 'Block height out of range');
        return block.hash;
      }
      case 'getblockheader':
        return this.#header(this.#blockOf(first));
      case 'getblock': {
        const block = this.#blockOf(first);
        return {
          ...this.#header(block),
          tx: block.transactions.map((transaction, at) =>
            second === 2 ? describeTransaction(transaction, at === 0) : transaction.txid,
          ),
        };
      }
      case 'getrawtransaction':
        return this.#rawTransaction(String(first), second === true);
      case 'gettxout':
        return this.#unspentOutput(`${String(first)}:${String(second)}`, params[2] !== false);
      case 'getmempoolinfo':
        return { loaded: true, size: this.#mempool.size, mempoolminfee: coins(RELAY_PER_KILOBYTE) };
      case 'estimatesmartfee':
        return this.feePerKilobyte === undefined
          ? { errors: ['Insufficient data or no feerate found'], blocks: 2 }
          : { feerate: coins(this.feePerKilobyte), blocks: 2 };
      case 'testmempoolaccept':
        return (first as readonly string[]).map((hex) => this.#verdict(Buffer.from(hex, 'hex')));
      case 'sendrawtransaction':
        return this.#accept(Buffer.from(String(first), 'hex'));
      case 'scantxoutset':
        return this.#scan((second as readonly string[])[0] ?? '');
      case 'omni_gettransaction':
        return this.#omniTransaction(String(first));
      case 'omni_getbalance':
        return {
          balance: formatFixed(this.#omni.balance(String(first), Number(second)), 8),
          reserved: '0.00000000',
          frozen: '0.00000000',
        };
      default:
        throw new RpcError(-32601, 'Method not found');
    }
  }

  #blockOf(hash: unknown): Block {
    const block = this.#blocks.find((candidate) => candidate.hash === hash);
    if (block === undefined) throw new RpcError(-5, 'Block not found');
    return block;
  }

  #header({ hash, height, previous, time, transactions }: Block) {
    const confirmations = this.#blocks.length - height;
    return {
      hash,
      confirmations,
      height,
      time,
      nTx: transactions.length,
      ...(height === 0 ? {} : { previousblockhash: previous }),
    };
  }

  #rawTransaction(txid: string, verbose: boolean): unknown {
    const found = this.#find(txid);
    if (found === undefined)
      throw new RpcError(
        -5,
        'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.',
      );
    const hex = found.transaction.raw.toString('hex');
    if (!verbose) return hex;
    const { block } = found;
    return {
      ...describeTransaction(found.transaction, false),
      hex,
      ...(block === undefined
        ? {}
        : {
            blockhash: block.hash,
            confirmations: this.#blocks.length - block.height,
            blocktime: block.time,
          }),
    };
  }

  #unspentOutput(name: string, includeMempool: boolean): unknown {
    const isTaken =
      includeMempool &&
      [...this.#mempool.values()].some(({ inputs }) => inputs.some((input) => input.name === name));
    const output = this.#unspent.get(name);
    if (output === undefined || isTaken) return null;
    return {
      bestblock: this.#blocks.at(-1)?.hash,
      confirmations: this.#blocks.length - output.height,
      value: coins(output.amount),
      scriptPubKey: describeScript(output.script),
      coinbase: output.coinbase,
    };
  }

  #verdict(raw: Buffer): unknown {
    try {
      return { txid: this.#check(raw).txid, allowed: true };
    } catch (error) {
      if (!(error instanceof RpcError)) throw error;
      return { allowed: false, 'reject-reason': error.message };
    }
  }

  #scan(descriptor: string): unknown {
    const address = /^addr\((.+)\)$/.exec(descriptor)?.[1] ?? '';
    const found = [...this.#unspent].filter(([, { script }]) => ADDRESS(script) === address);
    return {
      success: true,
      total_amount: coins(found.reduce((sum, [, { amount }]) => sum + amount, 0n)),
    };
  }

  #omniTransaction(txid: string): unknown {
    const found = this.#find(txid);
    const result = this.#omniResults.get(txid);
    if (found?.block === undefined)
      throw new RpcError(-5, 'No information available about transaction');
    if (result === undefined || this.notOmni.has(txid))
      throw new RpcError(-5, 'Not an Omni Layer Protocol transaction');
    const { propertyid, amount, valid, sendingaddress, referenceaddress } = result;
    return {
      txid,
      sendingaddress,
      ...(referenceaddress === undefined ? {} : { referenceaddress }),
      version: 0,
      type_int: 0,
      type: 'Simple Send',
      propertyid,
      divisible: true,
      amount: formatFixed(amount, 8),
      valid,
      ...(valid ? {} : { invalidreason: 'Sender has insufficient balance' }),
      blockhash: found.block.hash,
      block: found.block.height,
      confirmations: this.#blocks.length - found.block.height,
    };
  }
}

function omniScript(property: number, amount: bigint): Buffer {
  const payload = Buffer.alloc(22);
  Buffer.from('6a146f6d6e69', 'hex').copy(payload);
  payload.writeUInt32BE(property, 10);
  payload.writeBigUInt64BE(amount, 14);
  return payload;
}

/** An amount as a JSON number with eight decimals, digit by digit. */
function coins(amount: bigint): unknown {
  // Not yet in TypeScript's library.
  return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(formatFixed(amount, 8));
}

function describeTransaction(
  { txid, inputs, outputs, vsize }: ParsedTransaction,
  isCoinbase: boolean,
) {
  return {
    txid,
    vsize,
    vin: inputs.map(({ name, sequence }) =>
      isCoinbase
        ? { coinbase: '00', sequence }
        : { txid: name.split(':')[0], vout: Number(name.split(':')[1]), sequence },
    ),
    vout: outputs.map(({ amount, script }, n) => ({
      value: coins(amount),
      n,
      scriptPubKey: describeScript(script),
    })),
  };
}

function describeScript(script: Buffer) {
  const address = ADDRESS(script);
  return {
    hex: script.toString('hex'),
    ...(address === undefined ? { type: 'nulldata' } : { address }),
  };
}

function headerHash({
  previous,
  root,
  time,
}: {
  readonly previous: string;
  readonly root: Buffer;
  readonly time: number;
}): string {
  const header = Buffer.alloc(80);
  header.writeUInt32LE(0x2000_0000, 0);
  Buffer.from(previous, 'hex').reverse().copy(header, 4);
  root.copy(header, 36);
  header.writeUInt32LE(time, 68);
  header.writeUInt32LE(0x207f_ffff, 72);
  return sha256x2(header).reverse().toString('hex');
}

function merkleRoot(txids: readonly string[]): Buffer {
  let level = txids.map((txid) => Buffer.from(txid, 'hex').reverse());
  while (level.length > 1) {
    const next: Buffer<ArrayBuffer>[] = [];
    for (let at = 0; at < level.length; at += 2) {
      const left = level[at] ?? Buffer.alloc(32);
      next.push(Buffer.from(sha256x2(Buffer.concat([left, level[at + 1] ?? left]))));
    }
    level = next;
  }
  return level[0] ?? Buffer.alloc(32);
}
