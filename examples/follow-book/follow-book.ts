/**
 * Keeps the book of a market from the real-time feed and verifies it after each change.
 *
 * node examples/follow-book/follow-book.ts [MARKET] [CHANGES]
 */
import { crc32 } from 'node:zlib';
import { io } from 'socket.io-client';
import { findMarket, SERVER } from '../customer.ts';
import { toUnits } from '../decimal.ts';

type Level = readonly [price: string, quantity: string];

interface DepthEvent {
  readonly kind: 'snapshot' | 'change';
  readonly currency_id: number;
  readonly legal_id: number;
  readonly seq: number;
  readonly prev_seq: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly checksum: number;
}

/** Levels of each side that the checksum covers. */
const CHECKSUM_LEVELS = 25;

const name = process.argv[2] ?? 'BTC/USDT';
const changesWanted = Number(process.argv[3] ?? 20);
const { currency_id, legal_id } = await findMarket(name);

/** Quantity by price, as text exactly from the wire, because the checksum covers the text. */
const book = { bids: new Map<string, string>(), asks: new Map<string, string>() };
/** The book's position in the exchange's sequence. Undefined before the first snapshot. */
let seq: number | undefined;
/** Number of verified changes. */
let changes = 0;

/** The levels of a side, best price first. */
function levels(side: 'bids' | 'asks'): Level[] {
  const worse = side === 'bids' ? -1 : 1;
  return [...book[side]].sort(([a], [b]) => (toUnits(a) < toUnits(b) ? -worse : worse));
}

/** CRC-32 over the best levels of both sides, each as `price:quantity`, joined by commas. */
function checksum(): number {
  const best = [
    ...levels('bids').slice(0, CHECKSUM_LEVELS),
    ...levels('asks').slice(0, CHECKSUM_LEVELS),
  ];
  return crc32(best.map(([price, quantity]) => `${price}:${quantity}`).join(','));
}

const socket = io(SERVER, { path: '/wss/socket.io/', transports: ['websocket'] });

/** The first answer is a snapshot. After a reconnection, too, the book begins anew. */
function subscribe(): void {
  seq = undefined;
  socket.emit('subscribe', { channel: 'market_depth', currency_id, legal_id });
}

function take(event: DepthEvent): void {
  if (event.currency_id !== currency_id || event.legal_id !== legal_id) return;
  if (event.kind === 'snapshot') {
    book.bids.clear();
    book.asks.clear();
  } else {
    // Without a snapshot there is no book to change; a change older than the book is in it already.
    if (seq === undefined || event.seq <= seq) return;
    if (event.prev_seq > seq) return subscribe();
  }
  for (const side of ['bids', 'asks'] as const)
    for (const [price, quantity] of event[side])
      // A change gives the new quantity of a level, not a difference; 0 where the level is gone.
      if (quantity === '0') book[side].delete(price);
      else book[side].set(price, quantity);
  seq = event.seq;
  if (checksum() !== event.checksum) {
    process.stderr.write(`at ${seq} the book is not the exchange's: it begins anew\n`);
    return subscribe();
  }
  const [[bid = 'none'] = []] = levels('bids');
  const [[ask = 'none'] = []] = levels('asks');
  process.stdout.write(`${seq} ${name} bid ${bid} ask ${ask} checksum ${event.checksum}\n`);
  if (event.kind === 'change' && ++changes >= changesWanted) socket.disconnect();
}

socket.on('connect', subscribe);
socket.on('market_depth', take);
socket.on('connect_error', (error) => process.stderr.write(`no connection: ${error.message}\n`));
