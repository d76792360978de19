import { bitcoinNetworkOf } from './chain-settings.ts';
import type { Config } from './config.ts';
import type { Foundation } from './foundation.ts';
import { Access } from './gateway/access.ts';
import { FreezeLinks } from './modules/account/freeze-links.ts';
import { LoginDelays } from './modules/account/login-delays.ts';
import { MessageLimits } from './modules/account/message-limits.ts';
import { outboxMessenger, providerMessenger, type Messenger } from './modules/account/messenger.ts';
import { smtpMessenger } from './modules/account/smtp-messenger.ts';
import { twilioMessenger } from './modules/account/twilio-messenger.ts';
import type { ChainSupervisor } from './modules/custody/chain-supervisor.ts';
import type { AuditLog } from './modules/office/audit-log.ts';
import type { AuditWitness } from './modules/office/audit-witness.ts';
import { Operators } from './modules/office/operators.ts';
import { demoMerchant } from './modules/payment/demo-gateway.ts';
import { Merchant } from './modules/payment/merchant.ts';
import type { ExchangeParts } from './open-exchange.ts';
import type { Secrets } from './secrets.ts';
import type { ServiceParts } from './services.ts';

/** Of a demo without PUBLIC_URL: push services want an address, and this is nobody's. */
const NO_CONTACT = 'https://demo.invalid';

/** Parts that exist before the exchange is put together. */
interface Started {
  readonly secrets: Secrets;
  readonly auditLog: AuditLog;
  readonly auditWitness: AuditWitness;
  readonly chains: ChainSupervisor;
  readonly alarms: () => readonly string[];
}

/** The parts of a server's exchange, as its settings say. */
export function exchangeParts(
  { config, database: { queries }, engine, live, metrics, warn }: Foundation,
  { secrets, auditLog, auditWitness, chains, alarms }: Started,
): Omit<ExchangeParts, 'gateway' | 'openSockets'> {
  const isDemo = config.mode === 'demo';
  const siteUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  return {
    queries,
    engine,
    live,
    secrets,
    warn,
    metrics,
    now: Date.now,
    access: new Access(queries),
    operators: new Operators({
      queries,
      secrets,
      auditLog,
      delays: new LoginDelays(queries, secrets, 'operator'),
      needsTotp: !isDemo,
      waitMs: config.operatorWaitMs,
    }),
    auditLog,
    auditWitness,
    messenger: isDemo ? outboxMessenger(queries) : openMessenger(config, warn),
    freezeLinks: new FreezeLinks(queries, siteUrl),
    limits: new MessageLimits(queries, secrets, { isOn: config.rateLimits }),
    loginDelays: new LoginDelays(queries, secrets, 'customer'),
    delays: new LoginDelays(queries, secrets, 'proof'),
    custodian: chains.custodian,
    isCustodyStarting: () => chains.isOpening,
    bitcoinNetwork: bitcoinNetworkOf(config.chains),
    demoChain: () => chains.demo,
    // A demo is tried within minutes of its first login.
    doSalesAskForDevices: () => !isDemo,
    ...paymentSettings(config, secrets),
    isDemo,
    isDemoPublic: config.isDemoPublic,
    hasDemoSeasons: config.hasDemoSeasons,
    isCancelOnly: () => engine.isCancelOnly,
    passkeyOrigin: config.publicUrl,
    officeUrl: config.officeUrl,
    pushService: config.pushService,
    pushContact: config.publicUrl ?? NO_CONTACT,
    invitationUrl: config.officeUrl ?? siteUrl,
    projectorLag: async () => (await engine.report()).projectorLag,
    alarms,
  };
}

/** Payments go through the gateway of the settings; in a demo without one, through its own. */
function paymentSettings(
  { payment, mode, publicUrl = '' }: Config,
  secrets: Secrets,
): Pick<ServiceParts, 'merchant' | 'isOwnGateway' | 'paymentUrl'> {
  const isOwnGateway = payment === undefined && mode === 'demo';
  const settings = isOwnGateway ? demoMerchant(secrets) : payment;
  return {
    merchant: settings === undefined ? undefined : new Merchant(settings),
    isOwnGateway,
    paymentUrl: isOwnGateway ? '' : publicUrl,
  };
}

/** The providers of mails and text messages that the settings name. */
function openMessenger({ mail, smsUrl }: Config, warn: (text: string) => void): Messenger {
  return providerMessenger({
    mail: mail === undefined ? undefined : smtpMessenger({ ...mail, warn }),
    sms: smsUrl === undefined ? undefined : twilioMessenger({ url: smsUrl, warn }),
  });
}
