import { dashboard } from '@meridian/contract/office/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import { FIRST_CUSTOMER, SYSTEM } from '@meridian/core/ledger/accounts';
import { formatDecimal } from '@meridian/money/decimal';
import { sql } from 'kysely';
import type { CallRegistry } from '../../gateway/handler.ts';
import { isPool } from '../../live/pool-interest.ts';
import type { LiveView } from '../live-view.ts';
import { PLAY_ID } from '../market/play-money.ts';
import { registerAdjustmentRoutes } from './adjustment-routes.ts';
import type { OfficeServices } from './office-services.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import { registerOwnCustomerRoutes } from './own-customer-routes.ts';
import { registerOwnRoutes } from './own-routes.ts';
import { registerProposalRoutes, waitingProposals } from './proposal-routes.ts';

/**
 * The office: operators, the dashboard, payments that two operators decide. Other areas register
 * their own calls.
 */
export function registerOfficeRoutes(gateway: CallRegistry, services: OfficeServices): void {
  registerOwnRoutes(gateway, services);
  registerOperatorRoutes(gateway, services);
  registerAdjustmentRoutes(gateway, services);
  registerProposalRoutes(gateway, services);
  registerOwnCustomerRoutes(gateway, services);
  gateway.registerCall(dashboard, () => dashboardOf(services));
}

const countAll = sql<bigint>`count(*)`.as('count');

async function dashboardOf({
  queries,
  engine,
  projectorLag,
  alarms,
  live,
}: OfficeServices): Promise<CallOutput<typeof dashboard>> {
  const [users, identities, adjustments, withdrawals, claims, payments, proposals, lag] =
    await Promise.all([
      queries.selectFrom('users').select(countAll).executeTakeFirstOrThrow(),
      queries
        .selectFrom('identity_applications')
        .select(countAll)
        .where('status', '=', 'underReview')
        .executeTakeFirstOrThrow(),
      queries
        .selectFrom('adjustments')
        .select(countAll)
        .where('state', '=', 'proposed')
        .executeTakeFirstOrThrow(),
      queries
        .selectFrom('withdrawals')
        .select(countAll)
        .where('status', '=', 'requested')
        .executeTakeFirstOrThrow(),
      queries
        .selectFrom('deposit_claims')
        .select(countAll)
        .where('status', '=', 'open')
        .executeTakeFirstOrThrow(),
      queries
        .selectFrom('payment_intents')
        .select(countAll)
        .where('status', 'in', ['late', 'short'])
        .executeTakeFirstOrThrow(),
      waitingProposals(queries).select(countAll).executeTakeFirstOrThrow(),
      projectorLag(),
    ]);
  return {
    seq: live.seq,
    sums: ledgerSums(live),
    escrow: escrowSums(live),
    engine: engine.status,
    projector_lag: lag,
    alarms: [...alarms()],
    users: Number(users.count),
    identity_queue: Number(identities.count),
    adjustment_queue: Number(adjustments.count),
    withdrawal_queue: Number(withdrawals.count),
    payment_queue: Number(payments.count),
    claim_queue: Number(claims.count),
    proposal_queue: Number(proposals.count),
  };
}

/**
 * Sum of all accounts by currency, play money included, at one moment. The sum is zero, or the
 * ledger is wrong (invariant L4).
 */
function ledgerSums(live: LiveView): CallOutput<typeof dashboard>['sums'] {
  const currencies = [
    ...live.currencies(),
    ...[live.currency(PLAY_ID)].filter((play) => play !== undefined),
  ];
  const sums = new Map(currencies.map(({ id }) => [id, { customers: 0n, house: 0n, outside: 0n }]));
  for (const { user, currency, units } of live.holdings()) {
    const of = sums.get(currency);
    if (of === undefined) continue;
    if (user === SYSTEM.outside) of.outside += units;
    else if (user >= FIRST_CUSTOMER || isPool(user)) of.customers += units;
    else of.house += units;
  }
  return currencies.map(({ id, code, scale }) => {
    const { customers, house, outside } = sums.get(id) ?? { customers: 0n, house: 0n, outside: 0n };
    const text = (units: bigint): string => formatDecimal(units, scale);
    return {
      currency: id,
      currency_name: code,
      customers: text(customers),
      house: text(house),
      outside: text(outside),
      sum: text(customers + house + outside),
    };
  });
}

/**
 * Amounts that the ledger holds for P2P deals, beside the sums of the open deals, which are counted
 * from events of their own (invariant C2).
 */
export function escrowSums(
  live: Pick<LiveView, 'p2p' | 'heldForDeals' | 'currency'>,
): CallOutput<typeof dashboard>['escrow'] {
  return live.p2p.terms().map(({ currency }) => {
    const { code = '', scale = 0 } = live.currency(currency) ?? {};
    const [held, { amount: deals }] = [live.heldForDeals(currency), live.p2p.escrow(currency)];
    const text = (units: bigint): string => formatDecimal(units, scale);
    return {
      currency,
      currency_name: code,
      held: text(held),
      deals: text(deals),
      difference: text(held - deals),
    };
  });
}
