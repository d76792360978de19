import type { UserId } from '@meridian/core/ids';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Ground } from './ground.ts';
import { dealById } from './queries.ts';
import { requireTrader } from './trader-routes.ts';

/** How a reporter names a trader: by exactly one of the three. */
export interface NamedTrader {
  readonly trader?: number;
  readonly ad?: number;
  readonly deal?: number;
}

/** Finds the user that a report is about. */
export function traderReports(
  parts: Pick<Ground, 'live' | 'queries'>,
): (reporter: UserId, named: NamedTrader) => Promise<UserId> {
  const ground = { ...parts, gate: new ProjectionGate(parts.queries) };
  return (reporter, named) => reportedTrader(ground, reporter, named);
}

/**
 * The user that a report is about: the trader of a number, the owner of a public ad that is live,
 * or the other side of a deal of the reporter's own. Refuses traders, ads and deals that the
 * reporter cannot see like unknown ones, and reports of oneself.
 */
async function reportedTrader(
  ground: Pick<Ground, 'live' | 'queries' | 'gate'>,
  reporter: UserId,
  named: NamedTrader,
): Promise<UserId> {
  const { live, queries, gate } = ground;
  if (named.deal !== undefined) {
    await gate.reached(live.seq);
    const deal = await dealById(queries, named.deal);
    if (deal === undefined || (deal.buyer !== reporter && deal.seller !== reporter))
      throw new Refusal('p2p_deal_not_found', { field: 'deal_id' });
    return deal.buyer === reporter ? deal.seller : deal.buyer;
  }
  if (named.ad !== undefined) {
    const ad = live.p2p.ad(named.ad);
    if (ad === undefined || ad.terms.code !== '' || ad.user === reporter)
      throw new Refusal('ad_not_found', { field: 'ad_id' });
    return ad.user;
  }
  const { trader = 0 } = named;
  if (trader === reporter) throw new Refusal('trader_not_found', { field: 'trader_id' });
  await requireTrader(ground, { trader, field: 'trader_id' }, reporter);
  return trader;
}
