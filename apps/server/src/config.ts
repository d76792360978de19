/**
 * The settings of the server, read once from the environment. A wrong one fails the start, with its
 * name and what is allowed; so does a name that is mistyped (unknown-settings.ts).
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
import { FEWEST_VENUES } from './feed/index-median.ts';
import { ClientAddresses } from './gateway/client-addresses.ts';
import type { Address } from './gateway/doors.ts';
import { withSecretFiles } from './secret-files.ts';
import { isLoopback, isOfThisMachine } from './this-machine.ts';
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
  /** A commit that takes longer ends the server, which then does not know what became of it. */
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
   * What the server encrypts and signs with. Undefined (demo mode): a key that it makes for itself
   * in the data folder.
   */
  readonly secretKey: string | undefined;
  /**
   * Earlier ones, the last one used first: they open what they have sealed until it is sealed anew,
   * and seal nothing.
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
  /** Proxies whose word on where a request comes from is taken: addresses and networks. */
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
   * The payment gateway, who we are there, and the secrets shared with it. Undefined: payments are
   * not open (demo mode has a gateway of its own).
   */
  readonly payment: MerchantSettings | undefined;
  /** Whether contests begin by themselves, one after the other (demo mode). */
  readonly hasDemoSeasons: boolean;
  /** Where text messages go out, see modules/account/twilio-messenger.ts. */
  readonly smsUrl: string | undefined;
}

const OFFICE_PORT = 3001;
const METRICS_PORT = 9464;
const SHORTEST_SECRET = 32;
/**
 * Different ones in a secret: 32 random hexadecimal digits have fewer than these once in 28 million
 * times.
 */
const FEWEST_LETTERS = 8;
const APPROVAL_KEY = /^[0-9a-f]{64,}$/i;
/** Reads the settings. Throws `Fault` configuration_invalid, naming every setting that is wrong. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const environment = withSecretFiles(given, problems);
  const known: string[] = [];
  const setting = (name: string): string | undefined => {
    known.push(name);
    return environment[name]?.trim() || undefined;
  };
  const take = <T>(
    name: string,
    fallback: string,
    parse: (text: string) => T | undefined,
    allowed: string,
  ): T | undefined => {
    const value = parse(setting(name) ?? fallback);
    if (value === undefined) problems.push(`${name} must be ${allowed}`);
    return value;
  };
  const host = take('HOST', '127.0.0.1', parseHost, 'an address or host name');
  const port = take('PORT', '3000', parsePort, 'a port number, 0 to 65535');
  const mode = take(
    'MODE',
    'demo',
    (text) => (text === 'demo' || text === 'production' ? text : undefined),
    'demo or production',
  );
  /** A listener of its own: in production always, in a demo where a setting names it. */
  const listener = (name: string, defaultPort: number): Address | undefined => {
    const isNamed = [`${name}_HOST`, `${name}_PORT`].some((one) => setting(one) !== undefined);
    const [at, number] = [
      take(`${name}_HOST`, '127.0.0.1', parseHost, 'an address or host name'),
      take(`${name}_PORT`, String(defaultPort), parsePort, 'a port number, 0 to 65535'),
    ];
    return (isNamed || mode === 'production') && at !== undefined && number !== undefined
      ? { host: at, port: number }
      : undefined;
  };
  const [office, figures] = [listener('OFFICE', OFFICE_PORT), listener('METRICS', METRICS_PORT)];
  const ports = [port, office?.port, figures?.port].filter(
    (number) => number !== undefined && number !== 0,
  );
  if (new Set(ports).size < ports.length)
    problems.push('PORT, OFFICE_PORT and METRICS_PORT must differ');
  const dataDir = take('DATA_DIR', '.data', (text) => resolve(text), 'a folder');
  const databaseUrl = take(
    'DATABASE_URL',
    '',
    parseDatabaseUrl,
    'a URL that begins with postgres:// or postgresql://',
  );
  const databaseTimeoutMs = take('DATABASE_TIMEOUT', '30', parseTimeout, 'whole seconds, 1 to 600');
  const clockStart = take(
    'CLOCK',
    'wall',
    (text) => (text === 'wall' || text === 'journal' ? text : undefined),
    'wall or journal',
  );
  const startMode = take(
    'START',
    'normal',
    (text) => (text === 'normal' || text === 'cancel-only' ? text : undefined),
    'normal or cancel-only',
  );
  const feed = take('FEED', 'simulated', parseFeed, 'simulated, replay:PATH or live:NAME,NAME,...');
  const rateLimits = take(
    'RATE_LIMITS',
    'on',
    (text) => ({ on: true, off: false })[text],
    'on or off',
  );
  const mailUrl = take(
    'SMTP_URL',
    '',
    optionalUrl(/^smtps?:$/),
    'a URL that begins with smtp:// or smtps://',
  );
  const mailFrom = setting('MAIL_FROM') ?? '';
  const smsUrl = take(
    'SMS_URL',
    '',
    optionalUrl(/^https?:$/),
    'a URL like https://ACCOUNT:TOKEN@api.twilio.com/?from=NUMBER',
  );
  if (mailUrl?.url !== undefined && !mailFrom.includes('@'))
    problems.push(
      'MAIL_FROM must be the sender of mails, for example Meridian <no-reply@example.com>',
    );
  const secretKey = take(
    'SECRET_KEY',
    '',
    (text) =>
      text === ''
        ? { key: undefined }
        : [...text].length >= SHORTEST_SECRET
          ? { key: text }
          : undefined,
    `at least ${SHORTEST_SECRET} random letters`,
  );
  const secretKeysOld = take(
    'SECRET_KEYS_OLD',
    '',
    parseSecrets,
    `secrets of at least ${SHORTEST_SECRET} letters, separated by commas`,
  );
  const nodeUrl = (name: string, allowed: string): string | undefined =>
    take(name, '', optionalUrl(/^https?:$/), allowed)?.url;
  const chains = readChains({ setting, take, takeUrl: nodeUrl });
  const operatorWaitMs = take(
    'OPERATOR_WAIT_HOURS',
    mode === 'production' ? '72' : '0',
    parseHours,
    'whole hours, 0 to 720',
  );
  const proxies = take(
    'TRUSTED_PROXIES',
    '',
    parseProxies,
    'addresses or networks like 127.0.0.1,10.0.0.0/8',
  );
  const isLocal = take(
    'CHAIN_LOCAL',
    'on',
    (text) => ({ on: true, off: false })[text],
    'on or off',
  );
  const hasContest = take('CONTEST', 'on', (text) => ({ on: true, off: false })[text], 'on or off');
  const [signerSocket, approvalKey] = [setting('SIGNER_SOCKET'), setting('SIGNER_APPROVAL_KEY')];
  if (approvalKey !== undefined && !APPROVAL_KEY.test(approvalKey))
    problems.push('SIGNER_APPROVAL_KEY must be at least 32 bytes in hexadecimal');
  problems.push(...nodeProblems(chains, mode));
  if (hasNodes(chains) && (signerSocket === undefined || approvalKey === undefined))
    problems.push('CHAIN_..._RPC needs SIGNER_SOCKET and SIGNER_APPROVAL_KEY');
  const paymentUrl = take(
    'PAYMENT_GATEWAY_URL',
    '',
    optionalUrl(/^https?:$/),
    'a URL that begins with https://',
  );
  const publicUrl = take(
    'PUBLIC_URL',
    '',
    parseOrigin,
    'an address like https://exchange.example, without a path',
  );
  const officeUrl = take(
    'OFFICE_URL',
    '',
    parseOrigin,
    'an address like https://office.example, without a path',
  );
  const payment = readPayment(paymentUrl?.url, setting, problems);
  if (payment !== undefined && publicUrl?.url === undefined)
    problems.push('PAYMENT_GATEWAY_URL needs PUBLIC_URL');
  const isDemoPublic =
    take('DEMO_PUBLIC', 'off', (text) => ({ on: true, off: false })[text], 'on or off') === true;
  const remote = {
    DATABASE_URL: databaseUrl?.url,
    ...nodeUrls(chains),
    PAYMENT_GATEWAY_URL: payment?.url,
  };
  if (mode === 'demo')
    problems.push(
      ...demoProblems({
        remote,
        hosts: [host, office?.host],
        isDemoPublic,
        mainNetworks: mainNetworks(chains),
      }),
    );
  if (mode === 'production') {
    const secrets = {
      SECRET_KEY: secretKey?.key,
      SIGNER_APPROVAL_KEY: approvalKey,
      PAYMENT_CALLBACK_SECRET: payment?.callbackSecret,
    };
    problems.push(...officeProblems(officeUrl?.url, publicUrl?.url));
    problems.push(
      ...productionProblems({
        remote: { ...remote, SMS_URL: smsUrl?.url },
        secrets,
        feed,
        publicUrl: publicUrl?.url,
      }),
    );
    if (operatorWaitMs === 0)
      problems.push('MODE=production needs OPERATOR_WAIT_HOURS of at least 1');
    if (rateLimits === false) problems.push('MODE=production refuses RATE_LIMITS=off');
    if (isDemoPublic) problems.push('MODE=production refuses DEMO_PUBLIC');
    if (isLoopback(host ?? '') && proxies?.length === 0)
      problems.push(
        'MODE=production on this machine alone needs TRUSTED_PROXIES: the address of the TLS proxy, without which all customers are one',
      );
  }
  problems.push(...unknownSettings(given, known));
  const isComplete =
    host !== undefined &&
    port !== undefined &&
    dataDir !== undefined &&
    databaseUrl !== undefined &&
    mode !== undefined &&
    databaseTimeoutMs !== undefined &&
    proxies !== undefined &&
    operatorWaitMs !== undefined;
  if (
    problems.length > 0 ||
    !isComplete ||
    clockStart === undefined ||
    startMode === undefined ||
    feed === undefined ||
    rateLimits === undefined
  ) {
    throw new Fault('configuration_invalid', `the settings are wrong: ${problems.join('; ')}`);
  }
  const signer =
    signerSocket === undefined || approvalKey === undefined
      ? undefined
      : { socket: signerSocket, approvalKey };
  const mail = mailUrl?.url === undefined ? undefined : { url: mailUrl.url, from: mailFrom };
  return {
    host,
    port,
    dataDir,
    databaseUrl: databaseUrl.url,
    databaseTimeoutMs,
    mode,
    clockStart,
    startMode,
    feed,
    rateLimits,
    isDemoPublic,
    trustedProxies: proxies,
    operatorWaitMs,
    secretKey: secretKey?.key,
    secretKeysOld: secretKeysOld ?? [],
    publicUrl: publicUrl?.url,
    office,
    figures,
    officeUrl: officeUrl?.url,
    hasDemoSeasons: mode === 'demo' && hasContest === true,
    chains: {
      ...chainsWithNodes(chains),
      isLocal: mode === 'demo' && isLocal === true && !hasNodes(chains),
    },
    signer,
    mail,
    payment,
    smsUrl: smsUrl?.url,
  };
}

/** The gateway's settings: all of them, or none. */
function readPayment(
  url: string | undefined,
  setting: (name: string) => string | undefined,
  problems: string[],
): MerchantSettings | undefined {
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

/**
 * A demo gives everybody its operators' passwords, and play money for nothing. So it takes nothing
 * that could be worth something: no node, gateway or database beyond this machine, no main network,
 * and no callers from elsewhere unless that is said.
 */
function demoProblems({
  remote,
  hosts,
  isDemoPublic,
  mainNetworks,
}: {
  readonly remote: Remote;
  readonly hosts: readonly (string | undefined)[];
  readonly isDemoPublic: boolean;
  readonly mainNetworks: Readonly<Record<string, boolean>>;
}): string[] {
  const elsewhere = Object.entries(remote).filter(
    ([, url]) => url !== undefined && !isOfThisMachine(url),
  );
  return [
    ...elsewhere.map(
      ([name]) =>
        `MODE=demo refuses a ${name} that is not of this machine: real money needs MODE=production`,
    ),
    ...Object.entries(mainNetworks)
      .filter(([, isMain]) => isMain)
      .map(([name]) => `MODE=demo refuses a main network: set ${name}`),
    ...(hosts.every((host) => host === undefined || isLoopback(host)) || isDemoPublic
      ? []
      : [
          'MODE=demo listens on this machine alone: its operators have passwords that everybody knows. DEMO_PUBLIC=on gives them new ones and opens it to HOST',
        ]),
  ];
}

/**
 * What production refuses: prices that somebody knows beforehand or one venue makes, secrets that
 * can be guessed, wires that can be read.
 */
function productionProblems({
  remote,
  secrets,
  feed,
  publicUrl,
}: {
  readonly remote: Remote;
  readonly secrets: Readonly<Record<string, string | undefined>>;
  readonly feed: string | undefined;
  readonly publicUrl: string | undefined;
}): string[] {
  const problems: string[] = [];
  if (secrets['SECRET_KEY'] === undefined) problems.push('MODE=production needs SECRET_KEY');
  for (const [name, secret] of Object.entries(secrets))
    if (secret !== undefined && isGuessable(secret))
      problems.push(`MODE=production refuses a ${name} that repeats itself: make a random one`);
  if (publicUrl === undefined) problems.push('MODE=production needs PUBLIC_URL');
  if (publicUrl?.startsWith('http:') === true)
    problems.push('MODE=production refuses a PUBLIC_URL without https');
  if (feed === 'simulated') problems.push('MODE=production refuses the simulated feed: set FEED');
  if (feed?.startsWith('replay:') === true)
    problems.push('MODE=production refuses recorded prices: everybody knows what comes next');
  if (
    feed?.startsWith('live:') === true &&
    new Set(feed.slice('live:'.length).split(',')).size < FEWEST_VENUES
  )
    problems.push(`MODE=production needs a FEED of at least ${FEWEST_VENUES} exchanges`);
  const { DATABASE_URL: database, ...calls } = remote;
  for (const [name, url] of Object.entries(calls))
    if (
      url?.startsWith('http:') === true &&
      (name === 'PAYMENT_GATEWAY_URL' || !isOfThisMachine(url))
    )
      problems.push(`MODE=production refuses a ${name} without https`);
  if (
    database !== undefined &&
    !isOfThisMachine(database) &&
    !/[?&]sslmode=verify-full(?:&|$)/.test(database)
  )
    problems.push(
      'MODE=production refuses a DATABASE_URL of another machine without sslmode=verify-full',
    );
  return problems;
}

/**
 * The office has an origin of its own: a script on the customers' pages then reads nothing of it.
 * By TLS, or on the operator's own machine (a tunnel).
 */
function officeProblems(officeUrl: string | undefined, publicUrl: string | undefined): string[] {
  if (officeUrl === undefined)
    return ['MODE=production needs OFFICE_URL: where operators open the office'];
  if (officeUrl === publicUrl)
    return [
      'MODE=production refuses an OFFICE_URL that is PUBLIC_URL: the office has an origin of its own',
    ];
  return officeUrl.startsWith('http:') && !isOfThisMachine(officeUrl)
    ? ['MODE=production refuses an OFFICE_URL without https']
    : [];
}

type Remote = Readonly<Record<string, string | undefined>>;

/** Whether a secret has few different letters, or is the same piece again and again. */
function isGuessable(secret: string): boolean {
  const letters = [...secret];
  if (new Set(letters).size < FEWEST_LETTERS) return true;
  for (let length = 1; length <= letters.length / 2; length++)
    if (letters.every((letter, index) => letter === letters[index % length])) return true;
  return false;
}

/** Addresses and networks, separated by commas. */
function parseProxies(text: string): readonly string[] | undefined {
  const proxies = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  try {
    return proxies.every((proxy) => new ClientAddresses([proxy])) ? proxies : undefined;
  } catch {
    return undefined;
  }
}

function parseSecrets(text: string): readonly string[] | undefined {
  const secrets = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return secrets.every((secret) => [...secret].length >= SHORTEST_SECRET) ? secrets : undefined;
}

function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined;
}

function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

function parseDatabaseUrl(text: string): { url: string | undefined } | undefined {
  if (text === '') return { url: undefined };
  return /^postgres(?:ql)?:\/\/./.test(text) && URL.canParse(text) ? { url: text } : undefined;
}

function parseOrigin(text: string): { url: string | undefined } | undefined {
  if (text === '') return { url: undefined };
  return URL.canParse(text) &&
    /^https?:$/.test(new URL(text).protocol) &&
    new URL(text).origin === text.replace(/\/$/, '')
    ? { url: new URL(text).origin }
    : undefined;
}

/** A URL of one of these protocols, or none. */
function optionalUrl(protocol: RegExp): (text: string) => { url: string | undefined } | undefined {
  return (text) => {
    if (text === '') return { url: undefined };
    return URL.canParse(text) && protocol.test(new URL(text).protocol) ? { url: text } : undefined;
  };
}

function parseTimeout(text: string): number | undefined {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 600 ? Number(text) * 1000 : undefined;
}

function parseHours(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 720 ? Number(text) * 3_600_000 : undefined;
}

function parseFeed(text: string): string | undefined {
  return /^(?:simulated|replay:.+|live:[a-z0-9]+(?:,[a-z0-9]+)*)$/.test(text) ? text : undefined;
}
