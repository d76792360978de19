import {
  evidenceKeys,
  evidencePackage,
  officeEvidencePackage,
} from '@meridian/contract/p2p/package-calls';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { Turns } from '../../turns.ts';
import { EvidenceKeys } from './evidence-keys.ts';
import type { Ground } from './ground.ts';
import { requireNoSide } from './office-cases.ts';
import { packageOf } from './package.ts';
import { dealById } from './queries.ts';

/** Packages that are made at once, and that wait: each reads every picture of a chat. */
const TURNS = { most: 2, mostWaiting: 20 } as const;

/** Signed evidence about deals, for their two sides and the office, and the keys that sign it. */
export function registerEvidencePackages(gateway: CallRegistry, ground: Ground): void {
  const { live, queries, secrets, gate } = ground;
  const keys = new EvidenceKeys(queries, secrets);
  const signing = { ...ground, keys };
  const turns = new Turns(TURNS);
  gateway.registerCall(evidencePackage, async ({ input, session: { user, session } }) => {
    await gate.reached(live.seq);
    const deal = await dealById(queries, input.id);
    const as = deal?.buyer === user ? 'buyer' : deal?.seller === user ? 'seller' : undefined;
    if (deal === undefined || as === undefined)
      throw new Refusal('p2p_deal_not_found', { field: 'id' });
    return turns.take(() => packageOf(signing, deal, { as, session }));
  });
  gateway.registerCall(officeEvidencePackage, async ({ input, operator, audit }) => {
    await gate.reached(live.seq);
    const deal = await dealById(queries, input.id);
    if (deal === undefined) throw new Refusal('p2p_deal_not_found', { field: 'id' });
    await requireNoSide(queries, operator.operator, deal);
    // Logged before anything is shown.
    const { buyer, seller } = deal;
    await audit({ action: 'p2p.evidence', subject: `deal ${deal.id}`, after: { buyer, seller } });
    const reader = { as: 'office', session: operator.session } as const;
    return turns.take(() => packageOf(signing, deal, reader));
  });
  gateway.registerCall(evidenceKeys, async () => {
    const published = await keys.published();
    return published.map(({ id, publicKey, sinceMs }) => ({
      key: id,
      public_key: publicKey,
      since_time: new Date(sinceMs).toISOString(),
    }));
  });
}
