import { adSend, dealTake, ownAds } from '@meridian/contract/p2p/calls';
import { chat, chatSend } from '@meridian/contract/p2p/chat-calls';
import type { P2pChatEvent } from '@meridian/contract/p2p/events';
import { SOCKET_PATH } from '@meridian/contract/socket-events';
import { io } from 'socket.io-client';
import { ClientAddresses } from '../../apps/server/src/gateway/client-addresses.ts';
import { Sockets } from '../../apps/server/src/gateway/sockets/sockets.ts';
import { openP2p, verifiedTraders } from '../../apps/server/test/people/p2p-traders.ts';
import { ALICE, BOB, TestExchange } from '../../apps/server/test/test-exchange.ts';
import { print, printFigures, type Figure } from '../report.ts';

const WARM_UP = 20;
const MESSAGES = 180;
const TARGET_MS = 150;
const LOST_MS = 5_000;

/**
 * From sending a message to having it in the other side's client: the call, its commit, the event
 * of the socket, and the call that brings the message. A screen adds a frame.
 */
export async function benchChat(): Promise<Figure[]> {
  const exchange = await TestExchange.open(2);
  await exchange.reset();
  const sockets = new Sockets(exchange.gateway.httpServer, {
    live: exchange.live,
    feeds: [],
    access: exchange.access,
    addresses: new ClientAddresses([]),
    hasLimits: false,
  });
  exchange.onSent = ({ user, event, payload }) => sockets.notify(user, event, payload);
  const socket = io(exchange.address, {
    path: SOCKET_PATH,
    transports: ['websocket'],
    auth: { token: exchange.headers({ user: BOB })['authorization'] },
  });
  try {
    await new Promise((resolve) => socket.once('login', resolve));
    const times = await timesOf(exchange, await dealOf(exchange), (listener) => {
      socket.on('p2p_chat', listener);
      return () => socket.off('p2p_chat', listener);
    });
    const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
    const figures: Figure[] = [
      {
        name: 'message to the other side, p95 (p50)',
        measured: `${p95.toFixed(1)} ms (${(times[times.length >> 1] ?? 0).toFixed(1)})`,
        target: `at most ${TARGET_MS} ms`,
        isMet: p95 <= TARGET_MS,
      },
    ];
    print(`chat: ${times.length} messages of a deal; both clients share the thread`);
    printFigures(figures);
    return figures;
  } finally {
    socket.disconnect();
    await sockets.close();
    await exchange.close();
  }
}

/** A deal that Alice sells and Bob buys. */
async function dealOf(exchange: TestExchange): Promise<number> {
  await verifiedTraders(exchange, [ALICE, BOB]);
  await openP2p(exchange, [ALICE]);
  const ad = {
    type: 'sell',
    currency_id: 3,
    price: '7',
    total_number: '100',
    way: 'bank',
  } as const;
  await exchange.call(adSend, ad, { user: ALICE });
  const { data } = await exchange.call(ownAds, {}, { user: ALICE });
  const { id } = await exchange.call(dealTake, { id: data[0]?.id ?? 0 }, { user: BOB });
  return id;
}

/** Milliseconds, ascending. */
async function timesOf(
  exchange: TestExchange,
  id: number,
  listen: (listener: (event: P2pChatEvent) => void) => () => void,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 1; number <= WARM_UP + MESSAGES; number++) {
    const begin = performance.now();
    const arrived = new Promise<void>((resolve, reject) => {
      const lost = setTimeout(() => reject(new Error(`message ${number} is lost`)), LOST_MS);
      const end = listen(({ row }) => {
        if (row < number) return;
        clearTimeout(lost);
        end();
        resolve();
      });
    });
    const text = `Message ${number}`;
    const sent = exchange.call(chatSend, { id, client_id: text, text }, { user: ALICE });
    await arrived;
    const { rows } = await exchange.call(chat, { id, after: number - 1 }, { user: BOB });
    if (rows[0]?.text !== text) throw new Error(`message ${number} is not in the chat`);
    if (number > WARM_UP) times.push(performance.now() - begin);
    await sent;
  }
  return times.sort((a, b) => a - b);
}
