/**
 * Places an order that rests in the book, repeats the call as after a lost answer, and revokes the
 * order.
 *
 * node examples/place-order/place-order.ts [MARKET]
 */
import { randomUUID } from 'node:crypto';
import { Customer, findMarket } from '../customer.ts';
import { toText, toUnits } from '../decimal.ts';

interface Placed {
  readonly id: number;
  /** `open` if the order rests, otherwise its final status. */
  readonly status: string;
}

interface OpenOrder {
  readonly id: number;
  readonly price: string;
  readonly number: string;
  readonly client_order_id: string;
}

const name = process.argv[2] ?? 'BTC/USDT';
const market = await findMarket(name);
const customer = await Customer.logIn();

// A tenth below the last price, on the grid: a price is a whole number of ticks.
const tick = toUnits(market.tick_size);
const ticks = (toUnits(market.last_price) * 9n) / 10n / tick;
const price = ticks * tick;
// Twice the least worth, rounded up to whole lots.
const lot = toUnits(market.lot_size);
const worth = toUnits(market.min_total) * 2n * toUnits('1');
const quantity = (worth / price / lot + 1n) * lot;

const order = {
  currency_id: market.currency_id,
  legal_id: market.legal_id,
  mode: 2, // a limit order; 1 is a market order
  price: toText(price),
  num: toText(quantity),
  post_only: 1, // refused rather than traded at once
  client_order_id: `example-${randomUUID().slice(0, 8)}`,
};
const key = randomUUID();
const placed = await customer.callForMoney<Placed>('/api/transaction/in', order, key);
process.stdout.write(
  `order ${placed.id} is ${placed.status}: buy ${order.num} ${name} at ${order.price}\n`,
);

// Suppose that the answer was lost: the same call with the same key gets it again and places
// nothing.
const again = await customer.callForMoney<Placed>('/api/transaction/in', order, key);
process.stdout.write(`asked again with the same key: order ${again.id}\n`);

const { list } = await customer.call<{ list: OpenOrder[] }>('/api/transaction_open');
const mine = list.filter(({ client_order_id }) => client_order_id === order.client_order_id);
process.stdout.write(`open orders of the name ${order.client_order_id}: ${mine.length}\n`);

const revocation = { id: placed.id };
await customer.callForMoney('/api/transaction_del', revocation, randomUUID());
process.stdout.write(`order ${placed.id} is revoked\n`);
