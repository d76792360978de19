// The part of protobuf that Tron's transactions need: whole numbers and bytes, fields in ascending
// order, defaults left out. Every node writes them so, and since a transaction's id is the hash of
// its bytes, any other encoding is refused.

export type Field =
  | { readonly number: number; readonly value: bigint }
  | { readonly number: number; readonly value: Uint8Array };

export class ProtobufError extends Error {}

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;
const MOST_INT64 = (1n << 63n) - 1n;

/** Fields that hold their default (0, no bytes) are left out. */
export function encodeFields(fields: readonly Field[]): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const { number, value } of fields) {
    if (typeof value === 'bigint') {
      if (value === 0n) continue;
      parts.push(varint(BigInt((number << 3) | WIRE_VARINT)), varint(value));
    } else {
      if (value.length === 0) continue;
      parts.push(varint(BigInt((number << 3) | WIRE_BYTES)), varint(BigInt(value.length)), value);
    }
  }
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * @throws ProtobufError on anything but whole numbers from 0 to 2^63 - 1 and bytes, in ascending
 * order, each once
 */
export function decodeFields(bytes: Uint8Array): ReadonlyMap<number, bigint | Uint8Array> {
  const reader = new Reader(bytes);
  const fields = new Map<number, bigint | Uint8Array>();
  let last = 0;
  while (!reader.isAtEnd()) {
    const tag = Number(reader.varint());
    const number = tag >>> 3;
    if (number <= last) throw new ProtobufError('fields out of order, or one twice');
    last = number;
    const wire = tag & 7;
    if (wire === WIRE_VARINT) fields.set(number, reader.varint());
    else if (wire === WIRE_BYTES) fields.set(number, reader.bytes());
    else throw new ProtobufError(`field ${number} is of a kind that no transaction of ours has`);
  }
  return fields;
}

export function bytesOf(
  fields: ReadonlyMap<number, bigint | Uint8Array>,
  number: number,
): Uint8Array {
  const value = fields.get(number);
  if (!(value instanceof Uint8Array)) throw new ProtobufError(`field ${number} is missing`);
  return value;
}

function varint(value: bigint): Uint8Array {
  if (value < 0n || value > MOST_INT64) throw new ProtobufError('a number out of range');
  const bytes: number[] = [];
  let rest = value;
  do {
    const more = rest > 0x7fn;
    bytes.push(Number(rest & 0x7fn) | (more ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return new Uint8Array(bytes);
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new ProtobufError('it ends within a number');
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (value > MOST_INT64) throw new ProtobufError('a number out of range');
        return value;
      }
    }
    throw new ProtobufError('a number without end');
  }

  bytes(): Uint8Array {
    const length = this.varint();
    const end = this.#at + Number(length);
    if (length > BigInt(this.#bytes.length) || end > this.#bytes.length)
      throw new ProtobufError('it ends within a field');
    const bytes = new Uint8Array(this.#bytes.subarray(this.#at, end));
    this.#at = end;
    return bytes;
  }
}
