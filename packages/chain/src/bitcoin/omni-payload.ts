import { ChainFault } from '../chain-fault.ts';

// Omni class C: an output that carries "omni" and a payload. Only simple sends are written and read
// here: version (2 bytes, 0), type (2 bytes, 0), property (4 bytes), amount (8 bytes), all big
// endian.

const MARKER = Buffer.from('omni', 'latin1');
const LENGTH = 16;
const MOST = (1n << 63n) - 1n;
const OP_RETURN = 0x6a;

export interface SimpleSend {
  readonly property: number;
  readonly amount: bigint;
}

export function simpleSendPayload({ property, amount }: SimpleSend): Uint8Array {
  if (amount <= 0n || amount > MOST)
    throw new ChainFault('unfit', 'an amount that Omni cannot write');
  const payload = Buffer.alloc(LENGTH);
  payload.writeUInt32BE(property, 4);
  payload.writeBigUInt64BE(amount, 8);
  return new Uint8Array(payload);
}

/** The script of the output that carries a simple send. */
export function simpleSendScript(send: SimpleSend): Uint8Array {
  const data = Buffer.concat([MARKER, simpleSendPayload(send)]);
  return new Uint8Array([OP_RETURN, data.length, ...data]);
}

/** The simple send that a script carries, or undefined when it carries none. */
export function readSimpleSend(script: Uint8Array): SimpleSend | undefined {
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  if (
    bytes.length !== 2 + MARKER.length + LENGTH ||
    bytes[0] !== OP_RETURN ||
    bytes[1] !== MARKER.length + LENGTH
  )
    return undefined;
  if (!bytes.subarray(2, 6).equals(MARKER)) return undefined;
  const payload = bytes.subarray(6);
  const amount = payload.readBigUInt64BE(8);
  return payload.readUInt32BE(0) === 0 && amount > 0n && amount <= MOST
    ? { property: payload.readUInt32BE(4), amount }
    : undefined;
}
