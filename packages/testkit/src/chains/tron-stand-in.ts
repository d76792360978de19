import { createHash } from 'node:crypto';
import { decodeSigned } from '@meridian/chain/testing/signed-tron';
import { tronAddress, tronHex } from '@meridian/chain/tron/tron-address';
import {
  encodeTronRaw,
  readTronRaw,
  transferParameter,
  tronTxid,
  type TronAction,
  type TronRaw,
} from '@meridian/chain/tron/tron-transaction';
import { keccak256, recoverPublicKey } from 'viem';
import { sign } from 'viem/accounts';
import { serveJson, type JsonServer } from './json-server.ts';

/**
 * `honest` keeps balances; `silent` succeeds and moves nothing; `liar` logs a transfer and moves
 * nothing.
 */
export type TokenKind = 'honest' | 'silent' | 'liar';

interface Token {
  readonly kind: TokenKind;
  readonly balances: Map<string, bigint>;
}

interface Waiting {
  readonly txid: string;
  readonly raw: Uint8Array;
  readonly signature: string;
  readonly parsed: TronRaw;
}

interface Included extends Waiting {
  readonly contractRet: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  readonly fee: number;
  readonly log: readonly {
    readonly address: string;
    readonly topics: readonly string[];
    readonly data: string;
  }[];
}

interface Block {
  readonly id: string;
  readonly number: number;
  readonly parent: string;
  readonly timeMs: number;
  readonly transactions: readonly Included[];
}

const BLOCK_MS = 3_000;
const EXPIRES_AFTER_MS = 60_000;
const ENERGY_PRICE = 100;
const ENERGY_OF_TRANSFER = 64_285;
const BANDWIDTH_FEE = 345_000;
const TRANSFER_TOPIC = keccak256(Buffer.from('Transfer(address,address,uint256)')).slice(2);
/** The node's own account, which makes all payments. Never used for anything else. */
const BANK_KEY = `0x${'11'.repeat(32)}` as const;

/**
 * Speaks like the HTTP API of a Tron full node: blocks of three seconds, transactions that refer to
 * a block and expire, TRX and TRC-20 tokens, receipts, forks. Parses and checks the transactions
 * that it receives: name, signer, reference, time. Leaves out energy and bandwidth of accounts,
 * votes and contracts other than tokens. Its clock advances only with a block.
 */
export class TronStandIn {
  readonly #coins = new Map<string, bigint>();
  readonly #tokens = new Map<string, Token>();
  readonly #pending = new Map<string, Waiting>();
  readonly #bank = addressOfKey(BANK_KEY);
  #blocks: Block[] = [];
  #salt = 0;
  #server: JsonServer | undefined;

  static async start(): Promise<TronStandIn> {
    const node = new TronStandIn();
    node.#coins.set(await node.#bank, 10n ** 15n);
    node.mine(3);
    node.#server = await serveJson(async (path, body) => ({
      status: 200,
      body: await node.#answer(path.replace('/wallet/', ''), body as Record<string, unknown>),
    }));
    return node;
  }

  get url(): string {
    if (this.#server === undefined) throw new Error('not started');
    return this.#server.url;
  }

  async stop(): Promise<void> {
    await this.#server?.stop();
  }

  /**
   * Deploys a token.
   * @returns its contract
   */
  deployToken(kind: TokenKind): string {
    const contract = tronAddress(
      createHash('sha256').update(`token ${this.#tokens.size}`).digest('hex').slice(0, 40),
    );
    this.#tokens.set(contract, { kind, balances: new Map() });
    return contract;
  }

  mine(blocks: number): void {
    for (let made = 0; made < blocks; made += 1) {
      const waiting = [...this.#pending.values()];
      this.#pending.clear();
      this.#append(waiting);
    }
  }

  /** Advances time by empty blocks. */
  waitUntil(timeMs: number): void {
    while (this.#now() < timeMs) this.#append([]);
  }

  /**
   * Replaces the newest blocks by as many others and one more, without the transactions to drop.
   */
  reorg(depth: number, drop: readonly string[] = []): void {
    const removed = this.#blocks.splice(this.#blocks.length - depth);
    // The effects of the removed blocks are undone, newest first.
    for (const block of removed.toReversed())
      for (const transaction of block.transactions.toReversed()) this.#move(transaction, -1n);
    this.#salt += 1;
    const returned = removed
      .flatMap(({ transactions }) => transactions)
      .filter(({ txid }) => !drop.includes(txid));
    this.#append([]);
    for (const transaction of returned)
      if (this.#problem(transaction) === undefined)
        this.#pending.set(transaction.txid, transaction);
    this.mine(depth);
  }

  /** Drops a pending transaction. */
  forget(txid: string): void {
    this.#pending.delete(txid);
  }

  /**
   * Sends from the bank by a signed transaction, which waits for the next block.
   * @param contract a token, or undefined for TRX
   */
  async pay(to: string, amount: bigint, contract?: string): Promise<string> {
    const from = await this.#bank;
    const token = contract === undefined ? undefined : this.#tokens.get(contract);
    if (token !== undefined) token.balances.set(from, (token.balances.get(from) ?? 0n) + amount);
    return this.#send(
      contract === undefined
        ? { kind: 'coin', from, to, amount }
        : { kind: 'token', from, contract, to, amount },
    );
  }

  /** A token transfer that the bank cannot pay: it is included, and fails. */
  async payWithout(to: string, amount: bigint, contract: string): Promise<string> {
    return this.#send({ kind: 'token', from: await this.#bank, contract, to, amount });
  }

  balanceOf(address: string, contract?: string): bigint {
    return (
      (contract === undefined
        ? this.#coins.get(address)
        : this.#tokens.get(contract)?.balances.get(address)) ?? 0n
    );
  }

  async #send(action: TronAction): Promise<string> {
    const raw = this.#make(action, action.kind === 'coin' ? 0n : 100_000_000n);
    const txid = tronTxid(raw);
    const signature = await sign({ hash: `0x${txid}`, privateKey: BANK_KEY, to: 'hex' });
    this.#pending.set(txid, { txid, raw, signature: signature.slice(2), parsed: readTronRaw(raw) });
    return txid;
  }

  #append(waiting: readonly Waiting[]): void {
    const number = this.#blocks.length;
    const parent = this.#blocks.at(-1)?.id ?? '00'.repeat(32);
    const timeMs = 1_700_000_000_000 + number * BLOCK_MS;
    const digest = createHash('sha256')
      .update(`${parent} ${number} ${this.#salt} ${waiting.map(({ txid }) => txid).join()}`)
      .digest('hex');
    // A block's id begins with its height.
    const id = number.toString(16).padStart(16, '0') + digest.slice(16);
    this.#blocks.push({
      id,
      number,
      parent,
      timeMs,
      transactions: waiting.map((transaction) => this.#execute(transaction)),
    });
  }

  #execute(waiting: Waiting): Included {
    const { action, feeLimit } = waiting.parsed;
    if (action.kind === 'coin') {
      const included: Included = { ...waiting, contractRet: 'SUCCESS', fee: 0, log: [] };
      this.#move(included, 1n);
      return included;
    }
    const fee = ENERGY_OF_TRANSFER * ENERGY_PRICE;
    if (feeLimit < BigInt(fee))
      return { ...waiting, contractRet: 'OUT_OF_ENERGY', fee: Number(feeLimit), log: [] };
    const token = this.#tokens.get(action.contract);
    const isCovered =
      token !== undefined &&
      (token.kind !== 'honest' || (token.balances.get(action.from) ?? 0n) >= action.amount);
    if (!isCovered) return { ...waiting, contractRet: 'REVERT', fee: fee + BANDWIDTH_FEE, log: [] };
    const word = (address: string): string => tronHex(address).slice(2).padStart(64, '0');
    const log = {
      address: tronHex(action.contract).slice(2),
      topics: [TRANSFER_TOPIC, word(action.from), word(action.to)],
      data: action.amount.toString(16).padStart(64, '0'),
    };
    const included: Included = {
      ...waiting,
      contractRet: 'SUCCESS',
      fee: fee + BANDWIDTH_FEE,
      log: token.kind === 'silent' ? [] : [log],
    };
    this.#move(included, 1n);
    return included;
  }

  /**
   * @param sign 1 applies a transaction, -1 undoes it
   */
  #move({ parsed: { action }, contractRet }: Included, sign: bigint): void {
    if (contractRet !== 'SUCCESS') return;
    const token = action.kind === 'token' ? this.#tokens.get(action.contract) : undefined;
    if (action.kind === 'token' && token?.kind !== 'honest') return;
    const balances = token?.balances ?? this.#coins;
    balances.set(action.from, (balances.get(action.from) ?? 0n) - sign * action.amount);
    balances.set(action.to, (balances.get(action.to) ?? 0n) + sign * action.amount);
  }

  #make(action: TronAction, feeLimit: bigint): Uint8Array {
    const head = this.#head();
    return encodeTronRaw({
      refBlockBytes: head.id.slice(12, 16),
      refBlockHash: head.id.slice(16, 32),
      expiresAtMs: head.timeMs + EXPIRES_AFTER_MS,
      createdAtMs: head.timeMs + this.#pending.size,
      feeLimit,
      action,
    });
  }

  #head(): Block {
    const head = this.#blocks.at(-1);
    if (head === undefined) throw new Error('no block');
    return head;
  }

  #now(): number {
    return this.#head().timeMs;
  }

  /** The node's code for rejecting a transaction. */
  #problem({ txid, parsed }: Waiting): string | undefined {
    if (this.#pending.has(txid) || this.#find(txid) !== undefined) return 'DUP_TRANSACTION_ERROR';
    const isKnown = this.#blocks.some(
      ({ id }) =>
        id.slice(12, 16) === parsed.refBlockBytes && id.slice(16, 32) === parsed.refBlockHash,
    );
    if (!isKnown) return 'TAPOS_ERROR';
    if (parsed.expiresAtMs <= this.#now()) return 'TRANSACTION_EXPIRATION_ERROR';
    const { action } = parsed;
    if (action.kind === 'coin' && (this.#coins.get(action.from) ?? 0n) < action.amount)
      return 'CONTRACT_VALIDATE_ERROR';
    return undefined;
  }

  async #broadcast(hex: string): Promise<object> {
    const { raw, signature } = decodeSigned(hex);
    const txid = tronTxid(raw);
    const parsed = readTronRaw(raw);
    const waiting = { txid, raw, signature: Buffer.from(signature).toString('hex'), parsed };
    const signer = await signerOf(txid, waiting.signature);
    const problem = signer === parsed.action.from ? this.#problem(waiting) : 'SIGERROR';
    if (problem !== undefined)
      return {
        code: problem,
        txid,
        message: Buffer.from(`${problem} of the stand-in`).toString('hex'),
      };
    this.#pending.set(txid, waiting);
    return { result: true, code: 'SUCCESS', txid, message: '' };
  }

  #find(txid: string): { readonly block: Block; readonly transaction: Included } | undefined {
    for (const block of this.#blocks) {
      const transaction = block.transactions.find((candidate) => candidate.txid === txid);
      if (transaction !== undefined) return { block, transaction };
    }
    return undefined;
  }

  #answer(method: string, body: Record<string, unknown>): unknown {
    switch (method) {
      case 'getnowblock':
        return describeBlock(this.#head());
      case 'getblockbynum': {
        const block = this.#blocks[Number(body['num'])];
        return block === undefined ? {} : describeBlock(block);
      }
      case 'gettransactioninfobyblocknum': {
        const block = this.#blocks[Number(body['num'])];
        return (block?.transactions ?? []).map((transaction) =>
          describeInfo(transaction, block?.number ?? 0),
        );
      }
      case 'gettransactioninfobyid': {
        const found = this.#find(String(body['value']));
        return found === undefined ? {} : describeInfo(found.transaction, found.block.number);
      }
      case 'gettransactionfrompending': {
        const waiting = this.#pending.get(String(body['value']));
        return waiting === undefined ? {} : { txID: waiting.txid };
      }
      case 'getchainparameters':
        return {
          chainParameter: [
            { key: 'getTransactionFee', value: 1000 },
            { key: 'getEnergyFee', value: ENERGY_PRICE },
          ],
        };
      case 'getaccount':
        return {
          address: body['address'],
          balance: Number(this.balanceOf(tronAddress(String(body['address'])))),
        };
      case 'createtransaction':
        return this.#create(body);
      case 'triggersmartcontract':
        return this.#trigger(body);
      case 'triggerconstantcontract': {
        const owner = tronAddress(String(body['parameter']).slice(-40));
        const held = this.balanceOf(owner, tronAddress(String(body['contract_address'])));
        return { result: { result: true }, constant_result: [held.toString(16).padStart(64, '0')] };
      }
      case 'broadcasthex':
        return this.#broadcast(String(body['transaction']));
      default:
        return { Error: `class java.lang.IllegalArgumentException : no method ${method}` };
    }
  }

  #create(body: Record<string, unknown>): object {
    const from = tronAddress(String(body['owner_address']));
    const amount = BigInt(Number(body['amount']));
    if (this.balanceOf(from) < amount)
      return {
        Error:
          'class org.tron.core.exception.ContractValidateException : Validate TransferContract error, balance is not sufficient.',
      };
    return describeRaw(
      this.#make({ kind: 'coin', from, to: tronAddress(String(body['to_address'])), amount }, 0n),
    );
  }

  #trigger(body: Record<string, unknown>): object {
    const contract = tronAddress(String(body['contract_address']));
    const parameter = String(body['parameter']);
    const action = {
      kind: 'token',
      from: tronAddress(String(body['owner_address'])),
      contract,
      to: tronAddress(parameter.slice(24, 64)),
      amount: BigInt(`0x${parameter.slice(64)}`),
    } as const;
    if (!this.#tokens.has(contract) || parameter !== transferParameter(action.to, action.amount))
      return {
        result: {
          code: 'CONTRACT_VALIDATE_ERROR',
          message: Buffer.from('No contract or not a valid smart contract').toString('hex'),
        },
      };
    return {
      result: { result: true },
      transaction: describeRaw(this.#make(action, BigInt(Number(body['fee_limit'])))),
    };
  }
}

async function signerOf(txid: string, signature: string): Promise<string | undefined> {
  try {
    return addressOfPublicKey(
      await recoverPublicKey({ hash: `0x${txid}`, signature: `0x${signature}` }),
    );
  } catch {
    return undefined;
  }
}

/** @param publicKey 65 bytes */
function addressOfPublicKey(publicKey: `0x${string}`): string {
  return tronAddress(keccak256(`0x${publicKey.slice(4)}`).slice(-40));
}

async function addressOfKey(privateKey: `0x${string}`): Promise<string> {
  const hash = `0x${'22'.repeat(32)}` as const;
  return addressOfPublicKey(
    await recoverPublicKey({ hash, signature: await sign({ hash, privateKey, to: 'hex' }) }),
  );
}

function describeBlock({ id, number, parent, timeMs, transactions }: Block): object {
  const raw = {
    ...(number === 0 ? {} : { number }),
    parentHash: parent,
    timestamp: timeMs,
    version: 31,
  };
  return {
    blockID: id,
    block_header: { raw_data: raw },
    ...(transactions.length === 0
      ? {}
      : {
          transactions: transactions.map((transaction) => ({
            ret: [{ contractRet: transaction.contractRet }],
            signature: [transaction.signature],
            ...describeRaw(transaction.raw),
          })),
        }),
  };
}

/** The node's JSON form of the bytes. */
function describeRaw(raw: Uint8Array): object {
  const { action } = readTronRaw(raw);
  const type = action.kind === 'coin' ? 'TransferContract' : 'TriggerSmartContract';
  const value = {
    owner_address: tronHex(action.from),
    ...(action.kind === 'coin'
      ? { to_address: tronHex(action.to), amount: Number(action.amount) }
      : { contract_address: tronHex(action.contract) }),
  };
  return {
    visible: false,
    txID: tronTxid(raw),
    raw_data: {
      contract: [{ type, parameter: { value, type_url: `type.googleapis.com/protocol.${type}` } }],
    },
    raw_data_hex: Buffer.from(raw).toString('hex'),
  };
}

function describeInfo(
  { txid, contractRet, fee, log, parsed }: Included,
  blockNumber: number,
): object {
  const isToken = parsed.action.kind === 'token';
  return {
    id: txid,
    ...(fee === 0 ? {} : { fee }),
    blockNumber,
    contractResult: [''],
    receipt: isToken
      ? { energy_usage_total: ENERGY_OF_TRANSFER, result: contractRet }
      : { net_usage: 268 },
    ...(contractRet === 'SUCCESS' ? {} : { result: 'FAILED' }),
    ...(log.length === 0 ? {} : { log }),
  };
}
