import type { BitcoinNetwork } from '@meridian/chain/chain-facts';
import type { Amount } from '@meridian/money/amount';
import type { UserId } from '@meridian/core/ids';
import type { Registry } from 'prom-client';
import type { Queries } from './database/database.ts';
import type { Engine } from './engine/engine.ts';
import type { Access } from './gateway/access.ts';
import type { Session } from './gateway/handler.ts';
import type { LiveView } from './modules/live-view.ts';
import { Deals, OPEN_DEALS } from './modules/acceptor/deals.ts';
import { dealCurrency } from './modules/acceptor/routes.ts';
import { DeviceTokens } from './modules/account/device-tokens.ts';
import { AlertWatch } from './modules/alert/alert-watch.ts';
import type { FreezeLinks } from './modules/account/freeze-links.ts';
import type { LoginDelays } from './modules/account/login-delays.ts';
import type { MessageLimits } from './modules/account/message-limits.ts';
import type { Messenger } from './modules/account/messenger.ts';
import { SecurityLog } from './modules/account/security-log.ts';
import { toldCodes } from './modules/account/told-codes.ts';
import { Contest } from './modules/contest/contest.ts';
import type { Custodian } from './modules/custody/custodian.ts';
import type { TestCoins } from './modules/custody/demo-routes.ts';
import { WithdrawalConfirmations } from './modules/custody/withdrawal-confirmations.ts';
import { riskEndsOf } from './modules/custody/withdrawal-rules.ts';
import { interestDays } from './modules/earn/interest-days.ts';
import type { InterestPage } from './modules/earn/queries.ts';
import { Announcer, type AnnouncerParts } from './modules/inbox/announcer.ts';
import { PushDeliveries } from './modules/inbox/push-deliveries.ts';
import { PushDevices } from './modules/inbox/push-devices.ts';
import { PushKeys } from './modules/inbox/push-keys.ts';
import { MarginWatch } from './modules/margin/margin-watch.ts';
import { dayLimitOf } from './modules/identity/daily-limits.ts';
import { Identities } from './modules/identity/identities.ts';
import { Pictures } from './modules/identity/pictures.ts';
import { ArticlePictures } from './modules/news/article-pictures.ts';
import type { AuditLog } from './modules/office/audit-log.ts';
import type { AuditWitness } from './modules/office/audit-witness.ts';
import { OperatorDevices } from './modules/office/operator-devices.ts';
import { OperatorInvitations } from './modules/office/operator-invitations.ts';
import type { Operators } from './modules/office/operators.ts';
import type { Proposals } from './modules/office/proposals.ts';
import type { Merchant } from './modules/payment/merchant.ts';
import { traderReports } from './modules/p2p/reported-trader.ts';
import { checkRate } from './modules/payment/payment-rate.ts';
import { Payments } from './modules/payment/payments.ts';
import { paidCurrency } from './modules/payment/routes.ts';
import { Authenticators } from './modules/security/authenticators.ts';
import { FundPasswords } from './modules/security/fund-passwords.ts';
import { Passkeys } from './modules/security/passkeys.ts';
import { SecondFactors } from './modules/security/second-factors.ts';
import { SealedFields } from './sealed/sealed-fields.ts';
import type { Secrets } from './secrets.ts';

/**
 * The parts from which services are made: the exchange, its guards, and its settings. The server
 * brings them, or the exchange of the tests.
 */
export interface ServiceParts {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit' | 'status'> & {
    /** Tells the engine that the commands held back have changed in the table. */
    faultsChanged(): void;
  };
  readonly live: LiveView;
  readonly secrets: Secrets;
  readonly warn: (text: string) => void;
  readonly metrics: Registry;
  /** Events for open pages. */
  readonly sockets: AnnouncerParts['sockets'];
  /** Wall clock, milliseconds UTC. */
  readonly now: () => number;
  readonly access: Access;
  readonly operators: Operators;
  readonly proposals: Proposals;
  readonly auditLog: AuditLog;
  readonly auditWitness: Pick<AuditWitness, 'verify'>;
  readonly messenger: Messenger;
  readonly freezeLinks: FreezeLinks;
  /** Of messages to customers. */
  readonly limits: MessageLimits;
  /** Of wrong logins. */
  readonly loginDelays: LoginDelays;
  /** Of wrong proofs of a user's presence. */
  readonly delays: LoginDelays;
  readonly custodian: Custodian;
  /** Whether the chains are being opened. */
  readonly isCustodyStarting: () => boolean;
  readonly bitcoinNetwork: BitcoinNetwork;
  /** Where test deposits of a demo come from, undefined while there is none. */
  readonly demoChain: () => TestCoins | undefined;
  /** Whether a sale to an acceptor from a new device waits, as a withdrawal does. */
  readonly doSalesAskForDevices: () => boolean;
  /** Undefined where no gateway is set: payments are not open. */
  readonly merchant: Merchant | undefined;
  /** Whether payments go through the demo's gateway. */
  readonly isOwnGateway: boolean;
  /** Origin of our pages for the gateway, '' where forms go to ourselves. */
  readonly paymentUrl: string;
  readonly isDemo: boolean;
  /** Whether others than this machine's people come: only operators then read codes. */
  readonly isDemoPublic: boolean;
  /** Whether contests of a demo begin by themselves, one after the other. */
  readonly hasDemoSeasons: boolean;
  readonly isCancelOnly: () => boolean;
  /** Origin that passkeys are bound to; undefined: that of the page that asks. */
  readonly passkeyOrigin: string | undefined;
  /** Where operators open the office. */
  readonly officeUrl: string | undefined;
  /** Origin of a further push service (a demo on this machine), and how services find us. */
  readonly pushService: string | undefined;
  readonly pushContact: string;
  /** Where links of invitations lead. */
  readonly invitationUrl: string;
  /** Commands that the read models are behind. */
  readonly projectorLag: () => Promise<number>;
  /** Alarms that an operator has to look at while the exchange goes on. */
  readonly alarms: () => readonly string[];
  /** How long an answer waits for the fill of a contract; unless told otherwise, as routes say. */
  readonly fillWaitMs?: number;
  /** Clocks of deals and payments; the wall clock unless told otherwise. */
  readonly dealsNowMs?: () => number;
  readonly paymentsNowMs?: () => number;
  /** Of seasons of contests; the wall clock unless told otherwise. */
  readonly contestNowMs?: () => number;
  /** Of notifications on devices; the wall clock unless told otherwise. */
  readonly pushNowMs?: () => number;
}

/** The services that the areas of a server share. */
export type Services = ReturnType<typeof openServices>;

/**
 * Makes the services that areas share, the same for the server and for the exchange of the tests.
 * Starts nothing: the caller starts the rounds.
 */
export function openServices(parts: ServiceParts) {
  const { queries, engine, live, secrets, warn, access, messenger, freezeLinks, auditLog } = parts;
  const securityLog = new SecurityLog(queries, { messenger, freezeLinks }, { engine, live });
  const passkeys = new Passkeys(queries, parts.passkeyOrigin);
  const authenticators = new Authenticators(queries, secrets);
  const fields = new SealedFields(secrets);
  const identities = new Identities(queries, secrets);
  const codes = toldCodes(queries, secrets, securityLog);
  const factors = new SecondFactors(authenticators, passkeys);
  return {
    ...parts,
    securityLog,
    passkeys,
    authenticators,
    fields,
    identities,
    codes,
    secondFactor: factors,
    devices: new DeviceTokens(secrets),
    fundPasswords: new FundPasswords(queries, secrets),
    pictures: new Pictures(queries, secrets),
    articlePictures: new ArticlePictures(queries),
    dayLimitOf: (user: UserId): Promise<Amount> => dayLimitOf({ queries, identities, live }, user),
    interestDays: (user: UserId, page: InterestPage) => interestDays({ queries, live }, user, page),
    confirmations: new WithdrawalConfirmations({
      queries,
      access,
      factors,
      codes,
      limits: parts.limits,
      messenger,
      freezeLinks,
      delays: parts.delays,
      securityLog,
    }),
    ...openMessages(parts, fields),
    alertWatch: new AlertWatch(parts),
    marginWatch: new MarginWatch(parts),
    contest: new Contest({ queries, engine, live, warn, ...clock(parts.contestNowMs) }),
    deals: new Deals({
      queries,
      fields,
      engine,
      currency: () => dealCurrency(live).id,
      warn,
      ...clock(parts.dealsNowMs),
    }),
    reportedTrader: traderReports({ queries, live }),
    riskEndsOf: async (session: Session) =>
      parts.doSalesAskForDevices() ? riskEndsOf({ queries, live }, session) : {},
    payments: new Payments({
      queries,
      engine,
      live,
      fields,
      currency: () => paidCurrency(live).id,
      warn,
      ...clock(parts.paymentsNowMs),
    }),
    checkRate: (value: string, before: string): void => checkRate(value, before, live),
    openDeals: OPEN_DEALS,
    invitations: new OperatorInvitations({
      queries,
      auditLog,
      messenger,
      officeUrl: parts.invitationUrl,
    }),
    operatorDevices: new OperatorDevices({ queries, messenger, officeUrl: parts.officeUrl }),
  };
}

/** Opens the services that carry messages to pages, into mails and to devices. */
function openMessages(parts: ServiceParts, fields: SealedFields) {
  const nowMs = parts.pushNowMs ?? Date.now;
  const pushKeys = new PushKeys(parts.queries, parts.secrets);
  return {
    announcer: new Announcer(parts),
    pushKeys,
    pushDevices: new PushDevices({ ...parts, fields, nowMs }),
    pushDeliveries: new PushDeliveries({ ...parts, fields, keys: pushKeys, nowMs }),
  };
}

function clock(nowMs: (() => number) | undefined): { readonly nowMs?: () => number } {
  return nowMs === undefined ? {} : { nowMs };
}
