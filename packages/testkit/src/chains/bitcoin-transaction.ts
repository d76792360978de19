import { createHash } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import { RawTx, Transaction } from '@scure/btc-signer';

// Transactions as a node reads them: parsed from their bytes, named by their hash, signatures
// verified. Uses none of the exchange's own code.

export interface Output {
  readonly amount: bigint;
  readonly script: Buffer;
}

export interface ParsedTransaction {
  readonly txid: string;
  readonly raw: Buffer;
  readonly vsize: number;
  readonly inputs: readonly { readonly name: string; readonly sequence: number }[];
  readonly outputs: readonly Output[];
}

const SIGHASH_ALL = 1;

/** The library does not export the type of its parser. */
interface RawTransaction {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly {
    readonly txid: Uint8Array;
    readonly index: number;
    readonly sequence: number;
    readonly finalScriptSig: Uint8Array;
  }[];
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[];
  readonly witnesses: readonly (readonly Uint8Array[])[] | undefined;
}

const decode = (raw: Buffer): RawTransaction => RawTx.decode(raw) as RawTransaction;

export function parseTransaction(raw: Buffer): ParsedTransaction {
  const parsed = decode(raw);
  const transaction = Transaction.fromRaw(raw, {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
    allowUnknownVersion: true,
  });
  return {
    txid: transaction.id,
    raw,
    vsize: Math.ceil(transaction.weight / 4),
    inputs: parsed.inputs.map(({ txid, index, sequence }) => ({
      name: `${Buffer.from(txid).toString('hex')}:${index}`,
      sequence,
    })),
    outputs: parsed.outputs.map(({ amount, script }) => ({ amount, script: Buffer.from(script) })),
  };
}

/**
 * Whether this input is signed by the owner of `spent`: p2wpkh or p2pkh, the whole transaction, and
 * no other script.
 */
export function isSigned(raw: Buffer, input: number, spent: Output): boolean {
  const parsed = decode(raw);
  const witness = parsed.witnesses?.[input] ?? [];
  const scriptSig = parsed.inputs[input]?.finalScriptSig ?? new Uint8Array();
  const isWitness = spent.script.length === 22 && spent.script[0] === 0 && spent.script[1] === 20;
  const isOld = spent.script.length === 25 && spent.script[0] === 0x76;
  if (!isWitness && !isOld) return false;
  if (isWitness ? scriptSig.length > 0 : witness.length > 0) return false;
  const [signature, publicKey, ...more] = isWitness
    ? witness.map((item) => Buffer.from(item))
    : pushes(Buffer.from(scriptSig));
  if (
    signature === undefined ||
    publicKey === undefined ||
    more.length > 0 ||
    signature.at(-1) !== SIGHASH_ALL
  )
    return false;
  const hash = isWitness ? spent.script.subarray(2) : spent.script.subarray(3, 23);
  if (!hash160(publicKey).equals(hash)) return false;
  const oldScript = Buffer.concat([
    Buffer.from([0x76, 0xa9, 0x14]),
    hash,
    Buffer.from([0x88, 0xac]),
  ]);
  const digest = isWitness
    ? witnessDigest(raw, input, { script: oldScript, amount: spent.amount })
    : oldDigest(raw, input, oldScript);
  return new HDKey({ publicKey, chainCode: new Uint8Array(32) }).verify(
    digest,
    compact(signature.subarray(0, -1)),
  );
}

/** BIP-143. */
function witnessDigest(raw: Buffer, at: number, spent: Output): Buffer {
  const transaction = Transaction.fromRaw(raw, {
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  });
  return Buffer.from(transaction.preimageWitnessV0(at, spent.script, SIGHASH_ALL, spent.amount));
}

/**
 * Before BIP-143: every input's script is emptied but one, which holds the script that it spends.
 */
function oldDigest(raw: Buffer, at: number, script: Buffer): Buffer {
  const { version, inputs, outputs, lockTime } = decode(raw);
  const parts: Buffer[] = [int32(version), compactSize(inputs.length)];
  inputs.forEach(({ txid, index, sequence }, position) => {
    const own = position === at ? script : Buffer.alloc(0);
    parts.push(
      Buffer.from(txid).reverse(),
      int32(index),
      compactSize(own.length),
      own,
      int32(sequence),
    );
  });
  parts.push(compactSize(outputs.length));
  for (const output of outputs)
    parts.push(int64(output.amount), compactSize(output.script.length), Buffer.from(output.script));
  parts.push(int32(lockTime), int32(SIGHASH_ALL));
  return sha256x2(Buffer.concat(parts));
}

export function sha256x2(bytes: Buffer): Buffer {
  return sha256(sha256(bytes));
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}

function hash160(bytes: Buffer): Buffer {
  return createHash('ripemd160').update(sha256(bytes)).digest();
}

/** The data that a script pushes, if it only pushes. */
function pushes(script: Buffer): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < script.length;) {
    const length = script[at] ?? 0;
    if (length === 0 || length > 75) return [];
    found.push(script.subarray(at + 1, at + 1 + length));
    at += 1 + length;
  }
  return found;
}

/** A signature in DER as r and s of 32 bytes each. */
function compact(der: Buffer): Buffer {
  const rLength = der[3] ?? 0;
  const r = der.subarray(4, 4 + rLength);
  const s = der.subarray(6 + rLength, 6 + rLength + (der[5 + rLength] ?? 0));
  return Buffer.concat([padded(r), padded(s)]);
}

function padded(number: Buffer): Buffer {
  const digits = number[0] === 0 ? number.subarray(1) : number;
  return Buffer.concat([Buffer.alloc(32 - digits.length), digits]);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(value);
  return bytes;
}

function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value]);
  const bytes = Buffer.alloc(3);
  bytes[0] = 0xfd;
  bytes.writeUInt16LE(value, 1);
  return bytes;
}
