import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const ENTRIES = [
  { name: 'profile.csv', text: 'id,name\r\n1,安娜\r\n' },
  { name: 'empty.csv', text: '' },
  { name: 'orders.csv', text: 'id\r\n'.repeat(5000) },
];

/** Reads it from its end, as programs do. */
function unzipped(zip: Buffer): { name: string; text: string }[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const found = [];
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    expect([zip.readUInt32LE(at), zip.readUInt16LE(at + 10)]).toEqual([0x02014b50, 0]);
    const [checksum, size, length, local] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ];
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    expect([
      zip.readUInt32LE(local + 14),
      zip.readUInt32LE(local + 18),
      zip.readUInt32LE(local + 22),
      zip.readUInt16LE(local + 26),
    ]).toEqual([checksum, size, size, length]);
    const data = zip.subarray(local + 30 + length, local + 30 + length + size);
    expect(crc32(data)).toBe(checksum);
    found.push({
      name: zip.toString('utf8', at + 46, at + 46 + length),
      text: data.toString('utf8'),
    });
    at += 46 + length;
  }
  expect(at).toBe(end);
  return found;
}

test.each([[[]], [ENTRIES]])('holds every file as it was', (entries) =>
  expect(unzipped(Buffer.from(zipOf(entries)))).toEqual(entries),
);
