/**
 * The settings of the server, read once from the environment. A wrong one fails the start, with its
 * name and the values that are allowed; so does a name that is mistyped (unknown-settings.ts).
 */
import { resolve } from 'node:path';
import {
  chainsWithNodes,
  hasNodes,
  mainNetworks,
  nodeProblems,
  nodeUrls,
  readChains,
  type ChainSettings,
} from './chain-settings.ts';
import type { ClockStart } from './engine/engine-clock.ts';
import { Fault } from './fault.ts';
import type { Address } from './gateway/doors.ts';
import { withSecretFiles } from './secret-files.ts';
import { demoProblems, officeProblems, productionProblems } from './mode-problems.ts';
import { isLoopback } from './this-machine.ts';
import {
  parseDatabaseUrl,
  parseFeed,
  parseHost,
  parseHours,
  parsePort,
  parseProxies,
  parseSecret,
  parseSecrets,
  parseTimeout,
  Settings,
  SHORTEST_SECRET,
} from './settings.ts';
import { unknownSettings } from './unknown-settings.ts';
import type { StartMode } from './quarantine/cancel-only.ts';
import type { MerchantSettings } from './modules/payment/merchant.ts';

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute path of everything that persists while the database is embedded. */
  readonly dataDir: string;
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly mode: 'demo' | 'production';
  /**
   * Where engine time begins: at this machine's clock, or, when that lies before it, where the
   * journal ends.
   */
  readonly clockStart: ClockStart;
  /** Whether everything is taken, or cancels only. */
  readonly startMode: StartMode;
  /** A commit that takes longer ends the server, because its outcome is then unknown. */
  readonly databaseTimeoutMs: number;
  /**
   * Where index prices come from: `simulated`, `replay:PATH` or `live:NAME,NAME,...`;
   * feed/open-feed.ts reads the rest of it.
   */
  readonly feed: string;
  /**
   * Whether a demo may be reached from elsewhere: its operators then have passwords of their own,
   * and only they read the outbox.
   */
  readonly isDemoPublic: boolean;
  /** Whether the limits on requests hold. Those on money always do. */
  readonly rateLimits: boolean;
  /**
   * The key with which the server encrypts and signs. Undefined (demo mode): a key that it makes
   * for itself in the data folder.
   */
  readonly secretKey: string | undefined;
  /**
   * Earlier keys, the last one used first. They open data that they have sealed until it is sealed
   * anew, and seal none.
   */
  readonly secretKeysOld: readonly string[];
  /**
   * Origin of our pages as visitors type it, for passkeys and links, for example
   * `https://exchange.example`. Undefined: wherever they are opened (demo mode).
   */
  readonly publicUrl: string | undefined;
  /**
   * Listeners of the office and of the figures. Undefined (demo mode): they are served where
   * customers are.
   */
  readonly office: Address | undefined;
  readonly figures: Address | undefined;
  /** Origin of the office as operators type it. Undefined (demo mode): where it listens. */
  readonly officeUrl: string | undefined;
  /**
   * Addresses and networks of proxies that are trusted to name the address a request comes from.
   */
  readonly trustedProxies: readonly string[];
  /**
   * Where mails go out: an SMTP server and the sender. Undefined: nowhere (demo mode has its
   * outbox).
   */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** How long operators who have joined, were invited anew or have another role decide nothing. */
  readonly operatorWaitMs: number;
  /** Nodes of chains, by chain. */
  readonly chains: ChainSettings;
  /**
   * The signer's socket and the key that approvals are sealed with. Undefined (demo mode): a signer
   * of its own.
   */
  readonly signer: { readonly socket: string; readonly approvalKey: string } | undefined;
  /**
   * The payment gateway, our merchant account there, and the secrets shared with it. Undefined:
   * payments are not open (demo mode has a gateway of its own).
   */
  readonly payment: MerchantSettings | undefined;
  /** Whether contests begin by themselves, one after the other (demo mode). */
  readonly hasDemoSeasons: boolean;
  /** Where text messages go out, see modules/account/twilio-messenger.ts. */
  readonly smsUrl: string | undefined;
  /**
   * Origin of a push service besides the browsers' own (a demo on this machine): the server posts
   * to known push services only.
   */
  readonly pushService: string | undefined;
}

const OFFICE_PORT = 3001;
const METRICS_PORT = 9464;
const APPROVAL_KEY = /^[0-9a-f]{64,}$/i;

/** Reads the settings. Throws `Fault` configuration_invalid, naming every setting that is wrong. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const fileProblems: string[] = [];
  const settings = new Settings(withSecretFiles(given, fileProblems));
  const { problems } = settings;
  const mode = settings.oneOf('MODE', ['demo', 'production']);
  const isModeKnown = problems.length === 0;
  problems.unshift(...fileProblems);
  const chains = readChains({
    setting: settings.text,
    take: settings.take,
    takeUrl: (name, allowed) => settings.url(name, /^https?:$/, allowed),
  });
  const config: Config = {
    mode,
    ...readListeners(settings, mode),
    ...readStorage(settings),
    ...readEngine(settings),
    ...readKeys(settings),
    ...readMessages(settings),
    ...readOrigins(settings),
    operatorWaitMs: settings.take(
      'OPERATOR_WAIT_HOURS',
      mode === 'production' ? '72' : '0',
      parseHours,
      'whole hours, 0 to 720',
    ),
    isDemoPublic: settings.isOn('DEMO_PUBLIC', 'off'),
    hasDemoSeasons: settings.isOn('CONTEST', 'on') && mode === 'demo',
    chains: {
      ...chainsWithNodes(chains),
      isLocal: settings.isOn('CHAIN_LOCAL', 'on') && mode === 'demo' && !hasNodes(chains),
    },
    signer: readSigner(settings),
    payment: readPayment(settings),
  };
  problems.push(...nodeProblems(chains, isModeKnown ? mode : undefined));
  if (hasNodes(chains) && config.signer === undefined)
    problems.push('CHAIN_..._RPC needs SIGNER_SOCKET and SIGNER_APPROVAL_KEY');
  if (config.payment !== undefined && config.publicUrl === undefined)
    problems.push('PAYMENT_GATEWAY_URL needs PUBLIC_URL');
  if (isModeKnown)
    problems.push(...modeProblems(config, chains, settings.text('SIGNER_APPROVAL_KEY')));
  problems.push(...unknownSettings(given, settings.known));
  if (problems.length > 0)
    throw new Fault('configuration_invalid', `the settings are wrong: ${problems.join('; ')}`);
  return config;
}

function readListeners(
  settings: Settings,
  mode: Config['mode'],
): Pick<Config, 'host' | 'port' | 'office' | 'figures' | 'trustedProxies' | 'rateLimits'> {
  const at = (hostName: string, portName: string, defaultPort: number): Address => ({
    host: settings.take(hostName, '127.0.0.1', parseHost, 'an address or host name'),
    port: settings.take(portName, String(defaultPort), parsePort, 'a port number, 0 to 65535'),
  });
  /** A listener of its own: in production always, in a demo where a setting names it. */
  const own = (hostName: string, portName: string, defaultPort: number): Address | undefined => {
    const isNamed = [hostName, portName].some((one) => settings.text(one) !== undefined);
    const address = at(hostName, portName, defaultPort);
    return isNamed || mode === 'production' ? address : undefined;
  };
  const { host, port } = at('HOST', 'PORT', 3000);
  const office = own('OFFICE_HOST', 'OFFICE_PORT', OFFICE_PORT);
  const figures = own('METRICS_HOST', 'METRICS_PORT', METRICS_PORT);
  const ports = [port, office?.port, figures?.port].filter(
    (number) => number !== undefined && number !== 0,
  );
  if (new Set(ports).size < ports.length)
    settings.problems.push('PORT, OFFICE_PORT and METRICS_PORT must differ');
  return {
    host,
    port,
    office,
    figures,
    trustedProxies: settings.take(
      'TRUSTED_PROXIES',
      '',
      parseProxies,
      'addresses or networks like 127.0.0.1,10.0.0.0/8',
    ),
    rateLimits: settings.isOn('RATE_LIMITS', 'on'),
  };
}

function readStorage(
  settings: Settings,
): Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseTimeoutMs'> {
  return {
    dataDir: settings.take('DATA_DIR', '.data', (text) => resolve(text), 'a folder'),
    databaseUrl: settings.take(
      'DATABASE_URL',
      '',
      parseDatabaseUrl,
      'a URL that begins with postgres:// or postgresql://',
    ).url,
    databaseTimeoutMs: settings.take(
      'DATABASE_TIMEOUT',
      '30',
      parseTimeout,
      'whole seconds, 1 to 600',
    ),
  };
}

function readEngine(settings: Settings): Pick<Config, 'clockStart' | 'startMode' | 'feed'> {
  return {
    clockStart: settings.oneOf('CLOCK', ['wall', 'journal']),
    startMode: settings.oneOf('START', ['normal', 'cancel-only']),
    feed: settings.take(
      'FEED',
      'simulated',
      parseFeed,
      'simulated, replay:PATH or live:NAME,NAME,...',
    ),
  };
}

function readKeys(settings: Settings): Pick<Config, 'secretKey' | 'secretKeysOld'> {
  return {
    secretKey: settings.take(
      'SECRET_KEY',
      '',
      parseSecret,
      `at least ${SHORTEST_SECRET} random letters`,
    ).key,
    secretKeysOld: settings.take(
      'SECRET_KEYS_OLD',
      '',
      parseSecrets,
      `secrets of at least ${SHORTEST_SECRET} letters, separated by commas`,
    ),
  };
}

/** Where mails, text messages and notifications go out. */
function readMessages(settings: Settings): Pick<Config, 'mail' | 'smsUrl' | 'pushService'> {
  const mailUrl = settings.url(
    'SMTP_URL',
    /^smtps?:$/,
    'a URL that begins with smtp:// or smtps://',
  );
  const from = settings.text('MAIL_FROM') ?? '';
  if (mailUrl !== undefined && !from.includes('@'))
    settings.problems.push(
      'MAIL_FROM must be the sender of mails, for example Meridian <no-reply@example.com>',
    );
  return {
    mail: mailUrl === undefined ? undefined : { url: mailUrl, from },
    smsUrl: settings.url(
      'SMS_URL',
      /^https?:$/,
      'a URL like https://ACCOUNT:TOKEN@api.twilio.com/?from=NUMBER',
    ),
    pushService: settings.origin('PUSH_SERVICE', 'http://127.0.0.1:8000'),
  };
}

function readOrigins(settings: Settings): Pick<Config, 'publicUrl' | 'officeUrl'> {
  return {
    publicUrl: settings.origin('PUBLIC_URL', 'https://exchange.example'),
    officeUrl: settings.origin('OFFICE_URL', 'https://office.example'),
  };
}

function readSigner(settings: Settings): Config['signer'] {
  const [socket, approvalKey] = [
    settings.text('SIGNER_SOCKET'),
    settings.text('SIGNER_APPROVAL_KEY'),
  ];
  if (approvalKey !== undefined && !APPROVAL_KEY.test(approvalKey))
    settings.problems.push('SIGNER_APPROVAL_KEY must be at least 32 bytes in hexadecimal');
  return socket === undefined || approvalKey === undefined ? undefined : { socket, approvalKey };
}

/** The gateway's settings: all of them, or none. */
function readPayment(settings: Settings): MerchantSettings | undefined {
  const url = settings.url('PAYMENT_GATEWAY_URL', /^https?:$/, 'a URL that begins with https://');
  const { text: setting, problems } = settings;
  const [merchantId, md5Key, callbackSecret] = [
    setting('PAYMENT_MERCHANT_ID'),
    setting('PAYMENT_MD5_KEY'),
    setting('PAYMENT_CALLBACK_SECRET'),
  ];
  if ([url, merchantId, md5Key, callbackSecret].every((one) => one === undefined)) return undefined;
  if (
    url === undefined ||
    merchantId === undefined ||
    md5Key === undefined ||
    callbackSecret === undefined
  ) {
    problems.push(
      'PAYMENT_GATEWAY_URL, PAYMENT_MERCHANT_ID, PAYMENT_MD5_KEY and PAYMENT_CALLBACK_SECRET go together',
    );
    return undefined;
  }
  if ([...callbackSecret].length < SHORTEST_SECRET || callbackSecret === md5Key)
    problems.push(
      `PAYMENT_CALLBACK_SECRET must be at least ${SHORTEST_SECRET} random letters, and not PAYMENT_MD5_KEY`,
    );
  return { url, merchantId, md5Key, callbackSecret };
}

/** Settings that the mode refuses, as messages. */
function modeProblems(
  config: Config,
  chains: ReturnType<typeof readChains>,
  approvalKey: string | undefined,
): string[] {
  const { mode, host, office, databaseUrl, payment, isDemoPublic, publicUrl, feed } = config;
  const remote = {
    DATABASE_URL: databaseUrl,
    ...nodeUrls(chains),
    PAYMENT_GATEWAY_URL: payment?.url,
  };
  if (mode === 'demo')
    return demoProblems({
      remote: { ...remote, PUSH_SERVICE: config.pushService },
      hosts: [host, office?.host],
      origins: { PUBLIC_URL: publicUrl, OFFICE_URL: config.officeUrl },
      isDemoPublic,
      mainNetworks: mainNetworks(chains),
    });
  const secrets = {
    SECRET_KEY: config.secretKey,
    SIGNER_APPROVAL_KEY: approvalKey,
    PAYMENT_CALLBACK_SECRET: payment?.callbackSecret,
  };
  return [
    ...officeProblems(config.officeUrl, publicUrl),
    ...productionProblems({
      remote: { ...remote, SMS_URL: config.smsUrl },
      secrets,
      feed,
      publicUrl,
    }),
    ...(config.operatorWaitMs > 0
      ? []
      : ['MODE=production needs OPERATOR_WAIT_HOURS of at least 1']),
    ...(config.rateLimits ? [] : ['MODE=production refuses RATE_LIMITS=off']),
    ...(isDemoPublic ? ['MODE=production refuses DEMO_PUBLIC'] : []),
    ...(config.pushService === undefined ? [] : ['MODE=production refuses PUSH_SERVICE']),
    ...(isLoopback(host) && config.trustedProxies.length === 0
      ? [
          'MODE=production on this machine alone needs TRUSTED_PROXIES: the address of the TLS proxy, without which all customers are one',
        ]
      : []),
  ];
}
