import { ClientAddresses } from './gateway/client-addresses.ts';

/** Letters of the shortest secret. */
export const SHORTEST_SECRET = 32;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment, read setting by setting. Keeps the problems, so that one start names all of
 * them, and the names that were asked for.
 */
export class Settings {
  readonly problems: string[] = [];
  readonly known: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** The text of a setting; undefined without one. */
  readonly text = (name: string): string | undefined => {
    this.known.push(name);
    return this.#environment[name]?.trim() || undefined;
  };

  /**
   * A setting as `parse` reads it. A wrong one is a problem, and is then read as the fallback: the
   * start goes on only to name the other problems.
   * @param fallback the text that stands for a missing one; `parse` takes it
   */
  readonly take = <T>(
    name: string,
    fallback: string,
    parse: (text: string) => T | undefined,
    allowed: string,
  ): T => {
    const value = parse(this.text(name) ?? fallback);
    if (value !== undefined) return value;
    this.problems.push(`${name} must be ${allowed}`);
    return parse(fallback) as T;
  };

  /** A URL of one of these protocols, or none. */
  readonly url = (name: string, protocol: RegExp, allowed: string): string | undefined =>
    this.take(name, '', optionalUrl(protocol), allowed).url;

  /** An origin without a path, or none. */
  readonly origin = (name: string, example: string): string | undefined =>
    this.take(name, '', parseOrigin, `an address like ${example}, without a path`).url;

  readonly isOn = (name: string, fallback: 'on' | 'off'): boolean =>
    this.take(name, fallback, (text) => ({ on: true, off: false })[text], 'on or off');

  /** One of two words; the first is the fallback. */
  readonly oneOf = <const T extends string>(name: string, words: readonly [T, T]): T =>
    this.take(name, words[0], (text) => words.find((word) => word === text), words.join(' or '));
}

/** Addresses and networks, separated by commas. */
export function parseProxies(text: string): readonly string[] | undefined {
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

/** A secret, or none. */
export function parseSecret(text: string): { key: string | undefined } | undefined {
  if (text === '') return { key: undefined };
  return [...text].length >= SHORTEST_SECRET ? { key: text } : undefined;
}

export function parseSecrets(text: string): readonly string[] | undefined {
  const secrets = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return secrets.every((secret) => [...secret].length >= SHORTEST_SECRET) ? secrets : undefined;
}

export function parseHost(text: string): string | undefined {
  return /^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined;
}

export function parsePort(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined;
}

export function parseDatabaseUrl(text: string): { url: string | undefined } | undefined {
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

export function parseTimeout(text: string): number | undefined {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 600 ? Number(text) * 1000 : undefined;
}

export function parseHours(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= 720 ? Number(text) * 3_600_000 : undefined;
}

export function parseFeed(text: string): string | undefined {
  return /^(?:simulated|replay:.+|live:[a-z0-9]+(?:,[a-z0-9]+)*)$/.test(text) ? text : undefined;
}
