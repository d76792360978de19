import { isBitcoinNetwork, type PolicyNetworks } from '../chain-facts.ts';
import { CHAIN_NAMES, type Chain, type ChainAsset } from '../chains.ts';
import { publicKeyOf, type OperatorDevice, type Operators } from './operator-devices.ts';

/**
 * The signer's own rules. They come from its own file, never from the exchange: an attacker who
 * controls the exchange cannot widen them.
 */
export interface SignerPolicy extends PolicyNetworks {
  readonly assets: readonly SignerAsset[];
  /**
   * The highest cost of one transaction, in units of the chain's own coin. An approval cannot raise
   * it. Nothing is signed for a chain without one.
   */
  readonly mostFee: Readonly<Partial<Record<Chain, bigint>>>;
  /** Addresses outside the signer's own keys to which internal transfers may go. */
  readonly coldAddresses: readonly string[];
  /**
   * The most that may be spent on fees, for chains whose own coin is no listed asset. Where the
   * coin is listed, fees count in its limits.
   */
  readonly fees?: Readonly<Partial<Record<Chain, Limit>>>;
  /** Number of transfers between own addresses that may be signed. */
  readonly moves?: Limit;
  /**
   * The operators whose devices agree to withdrawals. Without them only withdrawals that need no
   * operator are signed.
   */
  readonly operators?: Operators;
}

/** The most within any hour and within any day. */
export interface Limit {
  readonly perHour: bigint;
  readonly perDay: bigint;
}

/** The most of one withdrawal, and of all withdrawals of the tier within any day. */
export interface Tier {
  readonly perWithdrawal: bigint;
  readonly perDay: bigint;
}

/** The tiers of operators' devices. A withdrawal above both needs two different operators. */
export interface Tiers {
  /**
   * Withdrawals signed on the exchange's word alone: the most that an attacker who controls the
   * exchange could take. 0 for none.
   */
  readonly withoutOperators: Tier;
  readonly withOneOperator: Tier;
}

/**
 * An asset with its limits in chain units. They count withdrawals and, for a chain's own coin, the
 * costs of transactions too.
 */
export interface SignerAsset extends ChainAsset, Limit, Tiers {}

const ANYTHING: Tier = { perWithdrawal: 10n ** 39n, perDay: 10n ** 39n };
/**
 * No withdrawal needs a device, and only the asset's own limits bound them: for a demo, whose coins
 * have no worth, and for tests.
 */
export const BY_EXCHANGE_ALONE: Tiers = { withoutOperators: ANYTHING, withOneOperator: ANYTHING };

/**
 * Reads a policy in the format of its file: JSON, amounts as decimal strings. @throws when a value
 * is missing or of the wrong kind
 */
export function parsePolicy(text: string): SignerPolicy {
  const file = JSON.parse(text) as Record<string, unknown>;
  const network = file['bitcoinNetwork'];
  if (!isBitcoinNetwork(network)) throw new Error('bitcoinNetwork: mainnet, testnet or regtest');
  const assets = list(file['assets'], 'assets').map((asset) =>
    parseAsset(asset as Record<string, unknown>),
  );
  const fees = parseFees(file['fees'], assets);
  return {
    ethereumChainId: wholeNumber(file['ethereumChainId'], 'ethereumChainId'),
    bitcoinNetwork: network,
    assets,
    mostFee: parseMostFee(file['mostFee'], assets),
    coldAddresses: list(file['coldAddresses'] ?? [], 'coldAddresses').map((address) =>
      words(address, 'coldAddresses'),
    ),
    ...(Object.keys(fees).length === 0 ? {} : { fees }),
    ...(file['moves'] === undefined ? {} : { moves: parseLimit(file['moves'], 'moves') }),
    ...(file['operators'] === undefined ? {} : { operators: parseOperators(file['operators']) }),
  };
}

function parseOperators(value: unknown): Operators {
  const file = value as Record<string, unknown> | null;
  const origin = words(file?.['origin'], 'operators.origin');
  if (!URL.canParse(origin) || new URL(origin).origin !== origin)
    throw new Error(
      'operators.origin: the address of the office without a path, for example https://exchange.example',
    );
  const devices = list(file?.['devices'], 'operators.devices').map((device) =>
    parseDevice(device as Record<string, unknown> | null),
  );
  if (new Set(devices.map(({ credential }) => credential)).size < devices.length)
    throw new Error('operators.devices: a device is listed twice');
  return { origin, devices };
}

/** @throws when a value is missing or of the wrong kind */
export function parseDevice(value: Readonly<Record<string, unknown>> | null): OperatorDevice {
  const operator = words(value?.['operator'], 'operators.devices.operator');
  const [credential, publicKey] = [value?.['credential'], value?.['publicKey']];
  if (!isBase64Url(credential) || !isBase64Url(publicKey))
    throw new Error(
      `operators.devices of ${operator}: credential and publicKey in base64url are wanted`,
    );
  publicKeyOf(publicKey);
  return { operator, credential, publicKey };
}

function isBase64Url(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]+$/.test(value);
}

function parseTier(value: unknown, name: string): Tier {
  const tier = value as Record<string, unknown> | null | undefined;
  // A file from before operators had devices. There is no default: it would either allow too much
  // or stop all withdrawals silently.
  if (tier === undefined)
    throw new Error(
      `${name} is missing: say what leaves without more operators' devices, for example {"perWithdrawal": "0", "perDay": "0"} for nothing (docs/operating/signer.md, "Operators' devices")`,
    );
  return {
    perWithdrawal: units(tier?.['perWithdrawal'], `${name}.perWithdrawal`),
    perDay: units(tier?.['perDay'], `${name}.perDay`),
  };
}

/**
 * Chains without an asset may be missing: a policy from before a chain was supported stays valid,
 * and nothing is signed for that chain.
 */
function parseMostFee(
  value: unknown,
  assets: readonly SignerAsset[],
): Partial<Record<Chain, bigint>> {
  const file = (value ?? {}) as Record<string, unknown>;
  const most: Partial<Record<Chain, bigint>> = {};
  for (const chain of CHAIN_NAMES) {
    if (file[chain] !== undefined || assets.some((asset) => asset.chain === chain))
      most[chain] = units(file[chain], `mostFee.${chain}`);
  }
  return most;
}

/**
 * Tokens of a chain whose coin is not listed need a limit for their fees: without one, no
 * transaction of that chain could be signed.
 */
function parseFees(value: unknown, assets: readonly SignerAsset[]): Partial<Record<Chain, Limit>> {
  const file = (value ?? {}) as Record<string, unknown>;
  const fees: Partial<Record<Chain, Limit>> = {};
  for (const chain of CHAIN_NAMES) {
    const own = assets.filter((asset) => asset.chain === chain);
    const isNeeded = own.length > 0 && own.every(({ token }) => token !== undefined);
    if (isNeeded || file[chain] !== undefined)
      fees[chain] = parseLimit(file[chain], `fees.${chain}`);
  }
  return fees;
}

function parseLimit(value: unknown, name: string): Limit {
  const limit = value as Record<string, unknown> | null | undefined;
  return {
    perHour: units(limit?.['perHour'], `${name}.perHour`),
    perDay: units(limit?.['perDay'], `${name}.perDay`),
  };
}

export function policyText(policy: SignerPolicy): string {
  return `${JSON.stringify(policy, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`;
}

function parseAsset(asset: Record<string, unknown>): SignerAsset {
  const id = words(asset['id'], 'assets.id');
  const chain = CHAIN_NAMES.find((known) => known === asset['chain']);
  if (chain === undefined) throw new Error(`${id}: unknown chain`);
  return {
    id,
    chain,
    ...(asset['token'] === undefined ? {} : { token: words(asset['token'], `${id}.token`) }),
    decimals: wholeNumber(asset['decimals'], `${id}.decimals`),
    dust: units(asset['dust'], `${id}.dust`),
    ...parseLimit(asset, id),
    withoutOperators: parseTier(asset['withoutOperators'], `${id}.withoutOperators`),
    withOneOperator: parseTier(asset['withOneOperator'], `${id}.withOneOperator`),
  };
}

function list(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`${name}: a list is wanted`);
  return value;
}

function words(value: unknown, name: string): string {
  if (typeof value !== 'string' || value === '') throw new Error(`${name}: text is wanted`);
  return value;
}

function wholeNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new Error(`${name}: a whole number is wanted`);
  return value;
}

function units(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value))
    throw new Error(`${name}: units as text are wanted`);
  return BigInt(value);
}
