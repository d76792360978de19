import { base64 } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { getAddress, parseTransaction, serializeTransaction } from 'viem';
import { addressOfScript } from '../bitcoin/bitcoin-address.ts';
import { outputName, type Unsigned } from '../adapter.ts';
import { REPLACEABLE } from '../bitcoin/build-transaction.ts';
import { DUST_SATOSHI } from '../bitcoin/select-outputs.ts';
import { readSimpleSend } from '../bitcoin/omni-payload.ts';
import { CHAIN_NAMES, type Chain, type KeyRef } from '../chains.ts';
import { decodeTransfer } from '../ethereum/erc20.ts';
import { decodeTronRaw } from '../tron/tron-transaction.ts';
import type { SignerPolicy } from './policy.ts';
import { SignerRefusal, type SignerRefusalReason } from './refusal.ts';

/**
 * Tron: the price of a byte; the bytes that count besides the signed ones (signature, frame, the
 * result's place); the price of a new address.
 */
const TRON_SUN_OF_BYTE = 1_000n;
const TRON_BYTES_BESIDE = 150;
const TRON_SUN_OF_ACCOUNT = 1_100_000n;

/** The effect of a transaction, read from its bytes alone. */
export interface Decoded {
  readonly asset: string;
  readonly to: string;
  /** Chain units that `to` receives. */
  readonly amount: bigint;
  /** The highest cost for its sender besides the amount, in units of the chain's own coin. */
  readonly fee: bigint;
  /** Keys whose coins it takes, and the key that the change goes to. */
  readonly sources: readonly KeyRef[];
  readonly change: KeyRef | undefined;
  /**
   * The nonce or inputs that it uses up. Two transactions that share one can never both be
   * included. Tron has none.
   */
  readonly slots: readonly string[];
  /** Time after which it can never be included (Tron). */
  readonly expiresAtMs: number | undefined;
}

export interface DecodeContext {
  readonly policy: SignerPolicy;
  /** The address of an own key. */
  readonly addressOf: (key: KeyRef) => string;
}

/** A reader of the bytes of each chain. */
const DECODERS: {
  readonly [Each in Chain]: (
    unsigned: Extract<Unsigned, { readonly chain: Each }>,
    context: DecodeContext,
  ) => Decoded;
} = { ethereum: decodeEthereum, bitcoin: decodeBitcoin, tron: decodeTron };

/**
 * @throws SignerRefusal when the transaction is not a plain transfer of a listed asset from own
 * addresses
 */
export function decodeUnsigned(unsigned: Unsigned, context: DecodeContext): Decoded {
  try {
    // The request came over a socket, so its type is unchecked.
    if (!CHAIN_NAMES.includes(unsigned.chain))
      throw new SignerRefusal('malformed', 'a transaction of no known chain');
    const decode = DECODERS[unsigned.chain] as (
      unsigned: Unsigned,
      context: DecodeContext,
    ) => Decoded;
    return decode(unsigned, context);
  } catch (error) {
    if (error instanceof SignerRefusal) throw error;
    throw new SignerRefusal(
      'malformed',
      `a transaction that cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function decodeEthereum(
  unsigned: Extract<Unsigned, { chain: 'ethereum' }>,
  { policy, addressOf }: DecodeContext,
): Decoded {
  // The other types of a transaction name their price in other fields, or pay for more than gas: a
  // bound on this fee would not bound theirs.
  expect(
    unsigned.transaction.startsWith('0x02'),
    'malformed',
    'a transaction of another type than EIP-1559',
  );
  const transaction = parseTransaction(unsigned.transaction as `0x02${string}`);
  expect(
    transaction.type === 'eip1559',
    'malformed',
    'a transaction of another type than EIP-1559',
  );
  expect(
    serializeTransaction(transaction) === unsigned.transaction &&
      (transaction.accessList ?? []).length === 0 &&
      transaction.r === undefined,
    'malformed',
    'not a plain transaction',
  );
  expect(
    transaction.chainId === policy.ethereumChainId,
    'wrong_chain',
    `chain ${transaction.chainId}`,
  );
  const { to, value = 0n, data = '0x', gas, maxFeePerGas, nonce = 0 } = transaction;
  expect(
    gas !== undefined && maxFeePerGas !== undefined,
    'malformed',
    'it does not say what it may cost',
  );
  expect(nonce === unsigned.nonce, 'malformed', 'another nonce than the exchange believes');
  if (to === null || to === undefined) throw new SignerRefusal('malformed', 'it makes a contract');
  expect(
    unsigned.key.branch === 'ethereum' && sameAddress(addressOf(unsigned.key), unsigned.from),
    'wrong_source',
    `${unsigned.from} is not the address of its key`,
  );
  const isCoin = data === '0x';
  const asset = policy.assets.find(
    ({ chain, token }) =>
      chain === 'ethereum' &&
      (isCoin ? token === undefined : token !== undefined && sameAddress(token, to)),
  );
  if (asset === undefined) throw new SignerRefusal('unknown_asset', `nothing listed at ${to}`);
  const call = isCoin ? { to, amount: value } : decodeTransfer(data);
  if (call === undefined || (!isCoin && value !== 0n))
    throw new SignerRefusal('malformed', 'a call of something else than transfer(address,uint256)');
  return {
    asset: asset.id,
    to: getAddress(call.to),
    amount: call.amount,
    fee: gas * maxFeePerGas,
    sources: [unsigned.key],
    change: undefined,
    slots: [`ethereum:${policy.ethereumChainId}:${unsigned.from.toLowerCase()}:${nonce}`],
    expiresAtMs: undefined,
  };
}

function sameAddress(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function decodeTron(
  unsigned: Extract<Unsigned, { chain: 'tron' }>,
  { policy, addressOf }: DecodeContext,
): Decoded {
  const { action, feeLimit, expiresAtMs } = decodeTronRaw(Buffer.from(unsigned.rawData, 'hex'));
  expect(
    expiresAtMs === unsigned.expiresAtMs,
    'malformed',
    'it expires at another time than the exchange believes',
  );
  expect(
    unsigned.key.branch === 'tron' && addressOf(unsigned.key) === action.from,
    'wrong_source',
    `${action.from} is not the address of its key`,
  );
  const asset = policy.assets.find(
    ({ chain, token }) =>
      chain === 'tron' && token === (action.kind === 'coin' ? undefined : action.contract),
  );
  if (asset === undefined) throw new SignerRefusal('unknown_asset', 'a token that is not listed');
  // `fee_limit` bounds the burn of a contract only.
  const fee =
    feeLimit +
    BigInt(unsigned.rawData.length / 2 + TRON_BYTES_BESIDE) * TRON_SUN_OF_BYTE +
    (action.kind === 'coin' ? TRON_SUN_OF_ACCOUNT : 0n);
  return {
    asset: asset.id,
    to: action.to,
    amount: action.amount,
    fee,
    sources: [unsigned.key],
    change: undefined,
    slots: [],
    expiresAtMs,
  };
}

/**
 * Rebuilds the transaction of a PSBT and drops all other fields of the PSBT (scripts, signatures,
 * kinds of signature).
 */
export function plainTransaction(psbt: string): Transaction {
  const given = Transaction.fromPSBT(base64.decode(psbt), { allowUnknownOutputs: true });
  if (given.lockTime !== 0 || given.version !== 2)
    throw new SignerRefusal('malformed', 'a lock time or another version');
  const plain = new Transaction({ allowUnknownOutputs: true, strictPrevoutValidation: true });
  for (let at = 0; at < given.inputsLength; at += 1) {
    const { txid, index, sequence, nonWitnessUtxo } = given.getInput(at);
    // Another sequence could lock the input for months, or make it irreplaceable.
    if (sequence !== REPLACEABLE)
      throw new SignerRefusal('malformed', 'an input that cannot be replaced');
    if (txid === undefined || index === undefined || nonWitnessUtxo === undefined)
      throw new SignerRefusal('malformed', 'an input without the transaction that it spends from');
    plain.addInput({ txid, index, sequence, nonWitnessUtxo });
  }
  for (let at = 0; at < given.outputsLength; at += 1) {
    const { script, amount } = given.getOutput(at);
    if (script === undefined || amount === undefined)
      throw new SignerRefusal('malformed', 'an output without script or amount');
    plain.addOutput({ script, amount });
  }
  return plain;
}

function decodeBitcoin(
  unsigned: Extract<Unsigned, { chain: 'bitcoin' }>,
  { policy, addressOf }: DecodeContext,
): Decoded {
  const transaction = plainTransaction(unsigned.psbt);
  const addressAt = (script: Uint8Array): string | undefined =>
    addressOfScript(script, policy.bitcoinNetwork);
  const inputs = readInputs(transaction);
  expect(
    inputs.length === unsigned.keys.length && inputs.length > 0,
    'wrong_source',
    'not one key for each input',
  );
  inputs.forEach(({ script }, at) => {
    const key = unsigned.keys[at];
    expect(
      key !== undefined &&
        (key.branch === 'bitcoin' || key.branch === 'omni') &&
        addressAt(script) === addressOf(key),
      'wrong_source',
      `input ${at} is not of its key`,
    );
  });
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) =>
    transaction.getOutput(at),
  ).map(({ script = new Uint8Array(), amount = 0n }) => ({ script, amount }));
  const { change } = unsigned;
  if (change !== null) {
    const output = outputs[change.index];
    expect(
      output !== undefined &&
        (change.key.branch === 'bitcoin' || change.key.branch === 'omni') &&
        addressAt(output.script) === addressOf(change.key),
      'wrong_change',
      'change that is not of its key',
    );
  }
  const paid = outputs.filter((_, at) => at !== change?.index);
  const payment = paidBy(paid, policy, addressAt);
  const toMiners =
    inputs.reduce((sum, { amount }) => sum + amount, 0n) -
    outputs.reduce((sum, { amount }) => sum + amount, 0n);
  const common = {
    // The sender also pays for the smallest output, which carries a token to its receiver.
    fee: payment.isToken ? toMiners + DUST_SATOSHI : toMiners,
    sources: unsigned.keys,
    change: change?.key,
    slots: inputs.map(({ name }) => `bitcoin:${name}`),
    expiresAtMs: undefined,
  };
  return { asset: payment.asset, to: payment.to, amount: payment.amount, ...common };
}

interface Output {
  readonly script: Uint8Array;
  readonly amount: bigint;
}

/**
 * The payment: one output to a receiver, or an Omni payload followed by the smallest output to its
 * receiver.
 */
function paidBy(
  paid: readonly Output[],
  { assets }: SignerPolicy,
  addressAt: (script: Uint8Array) => string | undefined,
): Pick<Decoded, 'asset' | 'to' | 'amount'> & { readonly isToken: boolean } {
  const receiver = paid.at(-1);
  const to = receiver === undefined ? undefined : addressAt(receiver.script);
  if (receiver === undefined || to === undefined)
    throw new SignerRefusal('malformed', 'an output without address');
  const [first] = paid;
  const send = paid.length === 2 && first !== undefined ? readSimpleSend(first.script) : undefined;
  expect(
    paid.length === 1 ||
      (send !== undefined && first?.amount === 0n && receiver.amount === DUST_SATOSHI),
    'malformed',
    'it pays more than one receiver',
  );
  const asset = assets.find(
    ({ chain, token }) => chain === 'bitcoin' && token === send?.property.toString(),
  );
  if (asset === undefined)
    throw new SignerRefusal('unknown_asset', 'a property that is not listed');
  return {
    asset: asset.id,
    to,
    amount: send?.amount ?? receiver.amount,
    isToken: send !== undefined,
  };
}

function readInputs(transaction: Transaction): readonly (Output & { readonly name: string })[] {
  return Array.from({ length: transaction.inputsLength }, (_, at) => {
    const { txid = new Uint8Array(), index = 0, nonWitnessUtxo } = transaction.getInput(at);
    // The library does not export the type of its parser.
    const output = (nonWitnessUtxo as { readonly outputs: readonly Output[] } | undefined)?.outputs[
      index
    ];
    if (output === undefined)
      throw new SignerRefusal('malformed', 'an input of an output that there is not');
    return {
      script: output.script,
      amount: output.amount,
      name: outputName(Buffer.from(txid).toString('hex'), index),
    };
  });
}

function expect(
  condition: boolean,
  reason: SignerRefusalReason,
  message: string,
): asserts condition {
  if (!condition) throw new SignerRefusal(reason, message);
}
