import type { CurrencyId, UserId } from '@meridian/core/ids';
import type { PaymentMethod, PaymentWay } from '@meridian/core/p2p/p2p-commands';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access } from '../../gateway/access.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import type { Audience } from '../../gateway/sockets/frames.ts';
import type { OwnPictures } from '../../own-pictures.ts';
import type { ProjectionGate } from '../../projector/projection-gate.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { Secrets } from '../../secrets.ts';
import type { SecurityLog } from '../account/security-log.ts';
import { accountWaitMs, requireNoRisk, type RiskEnds } from '../account/fiat-sale-waits.ts';
import type { LiveView } from '../live-view.ts';
import type { Evidence } from './evidence.ts';
import type { Payees } from './payees.ts';
import type { People, VerifiedPeople } from './people.ts';

export interface P2pServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly access: Access;
  readonly identities: VerifiedPeople;
  readonly fields: SealedFields;
  readonly secrets: Secrets;
  readonly pictures: OwnPictures;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly isDemo: boolean;
  /** Whether others than this machine's people come to the demo. */
  readonly isDemoPublic: boolean;
  /** Events for open pages. */
  readonly sockets: Pick<Audience, 'notify'>;
  readonly now: () => number;
  /** Ends of the session's risks that keep it from selling; empty without any. */
  readonly riskEndsOf: (session: Session) => Promise<RiskEnds>;
}

/** The services that calls of the marketplace use. */
export interface Ground extends P2pServices {
  readonly payees: Payees;
  readonly people: People;
  readonly evidence: Evidence;
  readonly gate: ProjectionGate;
}

/**
 * Returns the caller as a taker, or refuses an unverified one: this comes before every other
 * condition.
 */
export async function requireVerified({ people }: Ground, user: UserId) {
  const taker = await people.taker(user);
  if (taker.level === 0) throw new Refusal('p2p_unverified');
  return taker;
}

/**
 * The accounts that a seller of a coin is paid into. A session alone may not sell: not from a new
 * device, and not to an account that was saved a moment ago.
 */
export async function requirePayees(
  { payees, live, riskEndsOf }: Ground,
  session: Session,
  { coin, ways }: { readonly coin: CurrencyId; readonly ways: readonly PaymentWay[] },
): Promise<PaymentMethod[]> {
  // First, because asking for the accounts keeps them as they are now.
  requireNoRisk(await riskEndsOf(session));
  return payees.of(session.user, { ways, waitMs: accountWaitMs(live, coin) });
}

/**
 * Coins leave by a release as by a withdrawal, so a session alone is not enough. A login is a proof
 * where a password is all that the account has, and a thief of the password logs in on a new
 * device: that device releases nothing, and gives no paid coins back, until it is known.
 */
export async function requireOwner(
  { access, riskEndsOf }: Ground,
  session: Session,
): Promise<void> {
  await access.requireStepUp(session);
  if (!(await access.hasFactor(session.user))) requireNoRisk(await riskEndsOf(session));
}
