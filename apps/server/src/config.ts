/** The settings of the server, read once from the environment. A wrong one fails the start, with its name and what is allowed. */
import { resolve } from 'node:path';
import { Fault } from './fault.ts';

export interface Config {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Absolute path of everything that persists while the database is embedded. */
  readonly dataDir: string;
  /** Undefined: the embedded database. */
  readonly databaseUrl: string | undefined;
  readonly mode: 'demo' | 'production';
  /** A commit that takes longer ends the server, which then does not know what became of it. */
  readonly databaseTimeoutMs: number;
  /** Where index prices come from: `simulated`, `replay:PATH` or `live:NAME,NAME,...`; feed/open-feed.ts reads the rest of it. */
  readonly feed: string;
  /** Whether the limits on requests hold. Those on money always do. */
  readonly rateLimits: boolean;
  /** What the server encrypts and signs with. Undefined (demo mode): a key that it makes for itself in the data folder. */
  readonly secretKey: string | undefined;
  /** Origin of our pages as visitors type it, for passkeys and links, for example `https://exchange.example`. Undefined: wherever they are opened (demo mode). */
  readonly publicUrl: string | undefined;
  /** Where mails go out: an SMTP server and the sender. Undefined: nowhere (demo mode has its outbox). */
  readonly mail: { readonly url: string; readonly from: string } | undefined;
  /** Where text messages go out, see modules/account/twilio-messenger.ts. */
  readonly smsUrl: string | undefined;
}

const SHORTEST_SECRET = 32;

/** Reads the settings. Throws `Fault` configuration_invalid, naming every setting that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const problems: string[] = [];
  const take = <T>(name: string, fallback: string, parse: (text: string) => T | undefined, allowed: string): T | undefined => {
    const text = environment[name]?.trim();
    const value = parse(text === undefined || text === '' ? fallback : text);
    if (value === undefined) problems.push(`${name} must be ${allowed}`);
    return value;
  };
  const host = take('HOST', '127.0.0.1', parseHost, 'an address or host name');
  const port = take('PORT', '3000', parsePort, 'a port number, 0 to 65535');
  const dataDir = take('DATA_DIR', '.data', (text) => resolve(text), 'a folder');
  const databaseUrl = take('DATABASE_URL', '', parseDatabaseUrl, 'a URL that begins with postgres:// or postgresql://');
  const databaseTimeoutMs = take('DATABASE_TIMEOUT', '30', parseTimeout, 'whole seconds, 1 to 600');
  const mode = take('MODE', 'demo', (text) => (text === 'demo' || text === 'production' ? text : undefined), 'demo or production');
  const feed = take('FEED', 'simulated', parseFeed, 'simulated, replay:PATH or live:NAME,NAME,...');
  const rateLimits = take('RATE_LIMITS', 'on', (text) => ({ on: true, off: false })[text], 'on or off');
  const mailUrl = take('SMTP_URL', '', optionalUrl(/^smtps?:$/), 'a URL that begins with smtp:// or smtps://');
  const mailFrom = environment['MAIL_FROM']?.trim() ?? '';
  const smsUrl = take('SMS_URL', '', optionalUrl(/^https?:$/), 'a URL like https://ACCOUNT:TOKEN@api.twilio.com/?from=NUMBER');
  if (mailUrl?.url !== undefined && !mailFrom.includes('@')) problems.push('MAIL_FROM must be the sender of mails, for example Meridian <no-reply@example.com>');
  const secretKey = take('SECRET_KEY', '', (text) => (text === '' ? { key: undefined } : [...text].length >= SHORTEST_SECRET ? { key: text } : undefined), `at least ${SHORTEST_SECRET} random letters`);
  const publicUrl = take('PUBLIC_URL', '', parseOrigin, 'an address like https://exchange.example, without a path');
  if (mode === 'production' && secretKey?.key === undefined) problems.push('MODE=production needs SECRET_KEY');
  if (mode === 'production' && publicUrl?.url === undefined) problems.push('MODE=production needs PUBLIC_URL');
  if (mode === 'production' && feed === 'simulated') problems.push('MODE=production refuses the simulated feed: set FEED');
  if (mode === 'production' && rateLimits === false) problems.push('MODE=production refuses RATE_LIMITS=off');
  const isComplete = host !== undefined && port !== undefined && dataDir !== undefined && databaseUrl !== undefined && mode !== undefined && databaseTimeoutMs !== undefined;
  if (problems.length > 0 || !isComplete || feed === undefined || rateLimits === undefined) {
    throw new Fault('configuration_invalid', `the settings are wrong: ${problems.join('; ')}`);
  }
  const mail = mailUrl?.url === undefined ? undefined : { url: mailUrl.url, from: mailFrom };
  return { host, port, dataDir, databaseUrl: databaseUrl.url, databaseTimeoutMs, mode, feed, rateLimits, secretKey: secretKey?.key, publicUrl: publicUrl?.url, mail, smsUrl: smsUrl?.url };
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
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text.replace(/\/$/, '') ? { url: new URL(text).origin } : undefined;
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

function parseFeed(text: string): string | undefined {
  return /^(?:simulated|replay:.+|live:[a-z0-9]+(?:,[a-z0-9]+)*)$/.test(text) ? text : undefined;
}
