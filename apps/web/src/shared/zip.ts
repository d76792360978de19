export interface ZipEntry {
  /** ASCII. */
  readonly name: string;
  readonly text: string;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
/** 1 January 1980, the first date of the format. */
const NO_DATE = 0x0021;
const POLYNOMIAL = 0xedb88320;

/**
 * One file with several entries, not compressed (PKZIP APPNOTE 6.3, method 0). A browser drops
 * downloads of a page beyond ten at once.
 */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const locals: Uint8Array[] = [];
  const centrals: Uint8Array[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [label, data] = [encoder.encode(name), encoder.encode(text)];
    const shared = { label, checksum: crc32(data), size: data.length };
    const local = joined([header(shared), label, data]);
    locals.push(local);
    centrals.push(joined([header({ ...shared, offset }), label]));
    offset += local.length;
  }
  const directory = joined(centrals);
  const end = fields([
    [END, 4],
    [0, 4],
    [entries.length, 2],
    [entries.length, 2],
    [directory.length, 4],
    [offset, 4],
    [0, 2],
  ]);
  return joined([...locals, directory, end]);
}

interface Head {
  readonly label: Uint8Array;
  readonly checksum: number;
  readonly size: number;
  /** Offset of its local header: for the directory. */
  readonly offset?: number;
}

function header({ label, checksum, size, offset }: Head): Uint8Array {
  const shared: Field[] = [
    [VERSION, 2],
    [0, 4],
    [0, 2],
    [NO_DATE, 2],
    [checksum, 4],
    [size, 4],
    [size, 4],
    [label.length, 2],
    [0, 2],
  ];
  if (offset === undefined) return fields([[LOCAL, 4], ...shared]);
  return fields([[CENTRAL, 4], [VERSION, 2], ...shared, [0, 4], [0, 2], [0, 4], [offset, 4]]);
}

/** A number and its size in bytes, little-endian. */
type Field = readonly [number, 2 | 4];

function fields(all: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(all.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of all) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function crc32(data: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of data) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++)
      rest = (rest & 1) === 0 ? rest >>> 1 : (rest >>> 1) ^ POLYNOMIAL;
  }
  return (rest ^ 0xffffffff) >>> 0;
}
