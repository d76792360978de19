import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import type { Approval } from './approval.ts';

/** One signature that was made. */
export interface SignedRecord {
  readonly id: string;
  readonly kind: Approval['kind'];
  readonly attempt: number;
  readonly asset: string;
  readonly to: string;
  readonly amount: string;
  /**
   * The highest possible cost of any transaction of this id. Absent in records from before fees
   * were counted.
   */
  readonly fee?: string;
  /** Its counts, by the name of the limit. Older records count their amount: see `countsOf`. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Operators who agreed by their devices, and a hash of each signature. */
  readonly operators?: readonly {
    readonly operator: string;
    readonly credential: string;
    readonly proof: string;
  }[];
  readonly slots: readonly string[];
  readonly expiresAtMs: number | undefined;
  /** Hash of the signed request, to recognise its repetition. */
  readonly digest: string;
  readonly txid: string;
  readonly raw: string;
  readonly atMs: number;
}

type Entry =
  { readonly signed: SignedRecord } | { readonly paused: string } | { readonly resumed: string };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The signer's own memory, in a file of its own: signatures, and paused assets. A line is on the
 * disk before its signature leaves, so a signature that anybody can have seen is never forgotten,
 * and limits hold across a restart. It does not defend against an attacker who can replace the file
 * by an older one; only the owner of the machine can.
 */
export class SignerLog {
  readonly #file: number;
  readonly #byId = new Map<string, SignedRecord>();
  readonly #bySlot = new Map<string, string>();
  readonly #byProof = new Map<string, string>();
  readonly #paused = new Set<string>();
  /** Signatures of the last day that count in a limit, oldest first. */
  readonly #recent: SignedRecord[] = [];

  constructor(file: string) {
    this.#file = openSync(file, 'a+', 0o600);
    const text = readFileSync(this.#file, 'utf8');
    // An unfinished line belongs to a signature that never left.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole.length < text.length) ftruncateSync(this.#file, Buffer.byteLength(whole));
    for (const line of whole.split('\n'))
      if (line !== '') this.#remember(JSON.parse(line) as Entry);
  }

  find(id: string): SignedRecord | undefined {
    return this.#byId.get(id);
  }

  /** The id that used a nonce or input. */
  ownerOf(slot: string): string | undefined {
    return this.#bySlot.get(slot);
  }

  /** The id for which an operator's signature was used. */
  userOf(proof: string): string | undefined {
    return this.#byProof.get(proof);
  }

  isPaused(asset: string): boolean {
    return this.#paused.has('*') || this.#paused.has(asset);
  }

  paused(): readonly string[] {
    return [...this.#paused];
  }

  /** Sum of a limit's counts within the last hour and the last day, in the limit's units. */
  outflow(limit: string, nowMs: number): { readonly hour: bigint; readonly day: bigint } {
    while ((this.#recent[0]?.atMs ?? nowMs) <= nowMs - DAY_MS) this.#recent.shift();
    let hour = 0n;
    let day = 0n;
    for (const record of this.#recent) {
      const counted = BigInt(record.counts?.[limit] ?? '0');
      day += counted;
      if (record.atMs > nowMs - HOUR_MS) hour += counted;
    }
    return { hour, day };
  }

  addSigned(signed: SignedRecord): void {
    this.#append({ signed });
  }

  /**
   * A paused asset is not written again: anybody who reaches the socket may ask for a pause.
   * @param asset an asset, or `*` for all
   */
  pause(asset: string): void {
    if (!this.#paused.has(asset)) this.#append({ paused: asset });
  }

  resume(asset: string): void {
    this.#append({ resumed: asset });
  }

  close(): void {
    closeSync(this.#file);
  }

  #append(entry: Entry): void {
    appendWhole(this.#file, `${JSON.stringify(entry)}\n`);
    fsyncSync(this.#file);
    this.#remember(entry);
  }

  #remember(entry: Entry): void {
    if ('paused' in entry) this.#paused.add(entry.paused);
    else if ('resumed' in entry) this.#paused.delete(entry.resumed);
    else {
      const { signed } = entry;
      const counts =
        signed.counts ??
        (this.#byId.has(signed.id) || signed.kind !== 'withdrawal'
          ? {}
          : { [signed.asset]: signed.amount });
      if (Object.keys(counts).length > 0) this.#recent.push({ ...signed, counts });
      this.#byId.set(signed.id, signed);
      for (const slot of signed.slots) this.#bySlot.set(slot, signed.id);
      for (const { proof } of signed.operators ?? []) this.#byProof.set(proof, signed.id);
    }
  }
}

/**
 * Appends a whole line or nothing: a full disk writes a part without an error, and the next start
 * would drop half a line.
 */
export function appendWhole(
  file: number,
  line: string,
  write: (file: number, bytes: Uint8Array) => number = writeSync,
): void {
  const { size } = fstatSync(file);
  let rest: Uint8Array = Buffer.from(line);
  try {
    while (rest.length > 0) {
      const written = write(file, rest);
      if (written === 0) throw new Error('the disk takes no more');
      rest = rest.subarray(written);
    }
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}
