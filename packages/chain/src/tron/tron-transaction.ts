import { createHash } from 'node:crypto';
import { tronAddress, tronHex } from './tron-address.ts';
import { decodeTransfer, encodeTransfer } from '../ethereum/erc20.ts';
import { bytesOf, decodeFields, encodeFields, ProtobufError, type Field } from './protobuf.ts';

// `Transaction.raw` of Tron's protocol, for the two contracts that the exchange signs. Field
// numbers are those of core/Tron.proto.

/** The action of a transaction: TRX to an address, or a TRC-20 transfer by a contract. */
export type TronAction =
  | { readonly kind: 'coin'; readonly from: string; readonly to: string; readonly amount: bigint }
  | {
      readonly kind: 'token';
      readonly from: string;
      readonly contract: string;
      readonly to: string;
      readonly amount: bigint;
    };

export interface TronRaw {
  /**
   * Two bytes of the height and eight of the hash of a recent block: the transaction is valid on
   * that chain only.
   */
  readonly refBlockBytes: string;
  readonly refBlockHash: string;
  readonly expiresAtMs: number;
  readonly createdAtMs: number;
  /** The most that may be burnt, in sun. 0 for coins, which cost bandwidth only. */
  readonly feeLimit: bigint;
  readonly action: TronAction;
}

const RAW = {
  refBlockBytes: 1,
  refBlockHash: 4,
  expiration: 8,
  contract: 11,
  timestamp: 14,
  feeLimit: 18,
} as const;
const COIN = { type: 1n, name: 'TransferContract' } as const;
const TOKEN = { type: 31n, name: 'TriggerSmartContract' } as const;
const TYPE_URL = 'type.googleapis.com/protocol.';

export function encodeTronRaw(raw: TronRaw): Uint8Array {
  const { action } = raw;
  const { type, name } = action.kind === 'coin' ? COIN : TOKEN;
  const parameter = encodeFields([
    bytesField(1, Buffer.from(TYPE_URL + name, 'latin1')),
    bytesField(2, encodeAction(action)),
  ]);
  return encodeFields([
    bytesField(RAW.refBlockBytes, Buffer.from(raw.refBlockBytes, 'hex')),
    bytesField(RAW.refBlockHash, Buffer.from(raw.refBlockHash, 'hex')),
    { number: RAW.expiration, value: BigInt(raw.expiresAtMs) },
    bytesField(RAW.contract, encodeFields([{ number: 1, value: type }, bytesField(2, parameter)])),
    { number: RAW.timestamp, value: BigInt(raw.createdAtMs) },
    { number: RAW.feeLimit, value: raw.feeLimit },
  ]);
}

/**
 * Decodes a transaction. Encoded again, the result must give the same bytes, so that the bytes hold
 * nothing besides: no memo, no second contract, no other permission, no coins along with a call.
 * @throws ProtobufError when the transaction is not exactly a transfer of coins or of a token
 */
export function decodeTronRaw(bytes: Uint8Array): TronRaw {
  const decoded = readTronRaw(bytes);
  if (!Buffer.from(encodeTronRaw(decoded)).equals(bytes))
    throw new ProtobufError('it says more than a transfer');
  return decoded;
}

/**
 * The transfer in a transaction that may hold more (a memo): for incoming transactions, never for
 * those that we sign. @throws ProtobufError when there is no transfer
 */
export function readTronRaw(bytes: Uint8Array): TronRaw {
  const raw = decodeFields(bytes);
  const contract = decodeFields(bytesOf(raw, RAW.contract));
  const parameter = decodeFields(bytesOf(contract, 2));
  return {
    refBlockBytes: Buffer.from(bytesOf(raw, RAW.refBlockBytes)).toString('hex'),
    refBlockHash: Buffer.from(bytesOf(raw, RAW.refBlockHash)).toString('hex'),
    expiresAtMs: Number(numberOf(raw, RAW.expiration)),
    createdAtMs: Number(numberOf(raw, RAW.timestamp)),
    feeLimit: numberOf(raw, RAW.feeLimit),
    action: decodeAction(numberOf(contract, 1), bytesOf(parameter, 2)),
  };
}

/** The id of a transaction: the hash of the signed bytes. */
export function tronTxid(raw: Uint8Array): string {
  return createHash('sha256').update(raw).digest('hex');
}

/**
 * A signed transaction in the form of `broadcasthex`. @param signature 65 bytes: r, s and the
 * recovery id
 */
export function encodeSigned(raw: Uint8Array, signature: Uint8Array): string {
  return Buffer.from(encodeFields([bytesField(1, raw), bytesField(2, signature)])).toString('hex');
}

function encodeAction(action: TronAction): Uint8Array {
  const from = bytesField(1, Buffer.from(tronHex(action.from), 'hex'));
  if (action.kind === 'coin')
    return encodeFields([
      from,
      bytesField(2, Buffer.from(tronHex(action.to), 'hex')),
      { number: 3, value: action.amount },
    ]);
  return encodeFields([
    from,
    bytesField(2, Buffer.from(tronHex(action.contract), 'hex')),
    bytesField(4, Buffer.from(transferCall(action.to, action.amount), 'hex')),
  ]);
}

function decodeAction(type: bigint, bytes: Uint8Array): TronAction {
  const fields = decodeFields(bytes);
  const from = addressOf(bytesOf(fields, 1));
  const second = addressOf(bytesOf(fields, 2));
  if (type === COIN.type) return { kind: 'coin', from, to: second, amount: numberOf(fields, 3) };
  if (type !== TOKEN.type) throw new ProtobufError(`contract of type ${type}`);
  const call = decodeTransfer(`0x${Buffer.from(bytesOf(fields, 4)).toString('hex')}`);
  if (call === undefined)
    throw new ProtobufError('a call of something else than transfer(address,uint256)');
  return {
    kind: 'token',
    from,
    contract: second,
    to: tronAddress(call.to.slice(2)),
    amount: call.amount,
  };
}

/**
 * The call data of `transfer`, selector included, as hexadecimal. Tron's contracts use the last 20
 * bytes of an address, like Ethereum's.
 */
function transferCall(to: string, amount: bigint): string {
  return encodeTransfer(`0x${tronHex(to).slice(2)}`, amount).slice(2);
}

/** The arguments of `transfer(address,uint256)` without selector. */
export function transferParameter(to: string, amount: bigint): string {
  return transferCall(to, amount).slice(8);
}

function addressOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  if (bytes.length !== 21 || !hex.startsWith('41'))
    throw new ProtobufError('an address that is none');
  return tronAddress(hex);
}

function bytesField(number: number, value: Uint8Array): Field {
  return { number, value };
}

function numberOf(fields: ReadonlyMap<number, bigint | Uint8Array>, number: number): bigint {
  const value = fields.get(number) ?? 0n;
  if (typeof value !== 'bigint') throw new ProtobufError(`field ${number} is no number`);
  return value;
}
