import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { officeOrders, officeOrdersCancel } from '@meridian/contract/spot/office';
import type { CancelByOperator } from '@meridian/core/spot/spot-commands';
import { FIRST_CUSTOMER } from '@meridian/core/ledger/accounts';
import { MOST_CANCELLED } from '@meridian/core/spot/operator-cancel';
import { formatPrice, formatQuantity } from '@meridian/money/market-scale';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { LiveOrder } from '../../live/live-orders.ts';
import type { LiveView } from '../live-view.ts';
import { accountsOf, customerIds } from '../account/customer-search.ts';
import { listShown } from '../account/customers-shown.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { pairOf, symbolOf } from '../market/translate.ts';
import type { SpotServices } from './routes.ts';

/** Nobody pages through more. */
const MOST_COUNTED = 10_000;
/** Commands of one call: a million orders at most. For more orders the operator calls again. */
const MOST_COMMANDS = 2_000;

/**
 * Open orders as operators see them, and their cancellation: journaled, with a reason, in the audit
 * log.
 */
export function registerSpotOfficeRoutes(gateway: CallRegistry, services: SpotServices): void {
  gateway.registerCall(officeOrders, (context) => ordersPage(services, context));
  gateway.registerCall(officeOrdersCancel, (context) => cancelOrders(services, context));
}

async function ordersPage(
  { live, queries }: SpotServices,
  { input, audit }: CallContext<typeof officeOrders>,
): Promise<CallOutput<typeof officeOrders>> {
  const { page = 1, q, symbol, owner } = input;
  const users = q === undefined ? undefined : new Set<number>(await customerIds(queries, q));
  const wanted = symbol?.trim().toUpperCase();
  const markets =
    wanted === undefined
      ? undefined
      : new Set(
          live
            .markets()
            .filter((market) => symbolOf(pairOf(live, market)).startsWith(wanted))
            .map(({ id }) => id),
        );
  const shown: LiveOrder[] = [];
  let total = 0;
  for (const order of live.allOrders()) {
    if (users?.has(order.user) === false || markets?.has(order.market) === false) continue;
    if (owner !== undefined && (owner === 'customer') !== order.user >= FIRST_CUSTOMER) continue;
    if (total >= (page - 1) * OFFICE_ROWS && total < page * OFFICE_ROWS) shown.push({ ...order });
    if (++total >= MOST_COUNTED) break;
  }
  await audit(
    listShown(
      'orders.list',
      input,
      shown.map(({ user }) => user),
    ),
  );
  const accounts = await accountsOf(
    queries,
    shown.map(({ user }) => user),
  );
  return {
    list: shown.map((order) => ({
      ...orderRow(live, order),
      account: accounts.get(order.user) ?? '',
    })),
    total,
    page,
  };
}

function orderRow(
  live: LiveView,
  {
    id,
    user,
    market: marketId,
    side,
    priceTicks,
    remainingLots,
    quantityLots,
    placedAtMs,
  }: LiveOrder,
) {
  const market = live.market(marketId);
  if (market === undefined)
    throw new Error(`order ${id} is of market ${marketId}, which is not listed`);
  const pair = pairOf(live, market);
  return {
    id,
    user,
    symbol: symbolOf(pair),
    side,
    price: formatPrice(priceTicks, pair.scale),
    number: formatQuantity(remainingLots, pair.scale),
    total_number: formatQuantity(quantityLots, pair.scale),
    base_name: pair.base.code,
    placed_time: shanghaiTime(placedAtMs),
  };
}

/**
 * The log before the commands: nothing happens that it does not know of. How many there were is
 * logged behind them.
 */
async function cancelOrders(
  { engine }: SpotServices,
  { input, audit, operator }: CallContext<typeof officeOrdersCancel>,
): Promise<CallOutput<typeof officeOrdersCancel>> {
  const { scope, id, reason } = input;
  if (id === 0) throw new Refusal('input_invalid', { field: 'id' });
  const subject = `${scope} ${id}`;
  const command: CancelByOperator = {
    kind: 'spot.cancelByOperator',
    operator: operator.operator,
    reason,
    scope,
    id,
  };
  await audit({ action: 'orders.cancel', subject, after: { reason } });
  let cancelled = 0;
  for (let commands = 0; commands < MOST_COMMANDS; commands++) {
    const { outcome } = await engine.submit(command);
    if (!outcome.ok) {
      await audit({ action: 'orders.cancel_refused', subject, after: outcome.rejection });
      throw new Refusal(outcome.rejection === 'malformed' ? 'input_invalid' : outcome.rejection, {
        field: 'id',
      });
    }
    cancelled += outcome.cancelled ?? 0;
    if ((outcome.cancelled ?? 0) < MOST_CANCELLED) break;
  }
  await audit({ action: 'orders.cancelled', subject, after: { cancelled } });
  return { cancelled };
}
