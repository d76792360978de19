/** Levels of each side that the checksum covers. */
export const CHECKSUM_LEVELS = 25;

/** One level of a book on the wire: price and quantity as plain decimal strings. */
export type DepthLevel = readonly [price: string, quantity: string];

const CRC_TABLE = makeCrcTable();

/**
 * Proves a book: CRC-32 (IEEE 802.3, as in zlib; an unsigned 32-bit number) over the ASCII text of
 * the best 25 bids, best first, then the best 25 asks, best first, each level as `price:quantity`
 * exactly as on the wire, joined by commas. Fewer levels where the book has fewer; the checksum of
 * an empty book is 0.
 */
export function depthChecksum(bids: readonly DepthLevel[], asks: readonly DepthLevel[]): number {
  const levels = [...bids.slice(0, CHECKSUM_LEVELS), ...asks.slice(0, CHECKSUM_LEVELS)];
  return crc32(levels.map(([price, quantity]) => `${price}:${quantity}`).join(','));
}

function crc32(ascii: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < ascii.length; index++) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ ascii.charCodeAt(index)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function makeCrcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
}
