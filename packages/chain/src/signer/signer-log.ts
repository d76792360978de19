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

/** One signature that was given. */
export interface SignedRecord {
  readonly id: string;
  readonly kind: Approval['kind'];
  readonly attempt: number;
  readonly asset: string;
  readonly to: string;
  readonly amount: string;
  /**
   * The most that any transaction of this id can cost. Records of before fees were counted have
   * none.
   */
  readonly fee?: string;
  /**
   * What it counts for, by the name of the limit. Records of before count for their amount: see
   * `countsOf`.
   */
  readonly counts?: Readonly<Record<string, string>>;
  /** Who agreed by their devices, and a hash of each signature. */
  readonly operators?: readonly {
    readonly operator: string;
    readonly credential: string;
    readonly proof: string;
  }[];
  readonly slots: readonly string[];
  readonly expiresAtMs: number | undefined;
  /** Hash of what was signed, to know the same request again. */
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
 * The signer's own memory, in a file of its own: what it signed, and what is paused. A line is on
 * the disk before a signature leaves, so a signature that anybody can have seen is never forgotten,
 * and limits hold over a restart. It does not defend against somebody who can put an older file in
 * its place; that is the owner of the machine.
 */
export class SignerLog {
  readonly #file: number;
  readonly #byId = new Map<string, SignedRecord>();
  readonly #bySlot = new Map<string, string>();
  readonly #byProof = new Map<string, string>();
  readonly #paused = new Set<string>();
  /** Signatures of the last day that count for something, oldest first. */
  readonly #recent: SignedRecord[] = [];

  constructor(file: string) {
    this.#file = openSync(file, 'a+', 0o600);
    const text = readFileSync(this.#file, 'utf8');
    // A line that was not finished belongs to a signature that was never given.
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

  /** The id that an operator's signature was used for. */
  userOf(proof: string): string | undefined {
    return this.#byProof.get(proof);
  }

  isPaused(asset: string): boolean {
    return this.#paused.has('*') || this.#paused.has(asset);
  }

  paused(): readonly string[] {
    return [...this.#paused];
  }

  /** What was signed within the last hour and the last day that counts in a limit, in its units. */
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
   * What is paused already is not written again: anybody may ask for it. @param asset an asset, or
   * `*` for all
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
 * Appends all of a line or nothing of it: a disk that is full takes a part without an error, and
 * half a line would be dropped at the next start.
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
