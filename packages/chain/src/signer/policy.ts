import type { BitcoinNetwork, Chain, ChainAsset } from '../chains.ts';

/** The signer's own rules. They come from its own file, never from the exchange: whoever holds the exchange cannot widen them. */
export interface SignerPolicy {
  readonly ethereumChainId: number;
  readonly bitcoinNetwork: BitcoinNetwork;
  readonly assets: readonly SignerAsset[];
  /** The most that one transaction may cost, in units of the chain's own coin, whatever an approval says. */
  readonly mostFee: Readonly<Record<Chain, bigint>>;
  /** Addresses outside the signer's own keys to which internal transfers may go. */
  readonly coldAddresses: readonly string[];
}

export interface SignerAsset extends ChainAsset {
  /** The most that may be withdrawn within any hour and any day, in chain units. */
  readonly perHour: bigint;
  readonly perDay: bigint;
}

const CHAINS: readonly Chain[] = ['ethereum', 'bitcoin', 'tron'];

/** Reads a policy as its file has it: JSON, amounts as decimal strings. @throws when anything is missing or of the wrong kind */
export function parsePolicy(text: string): SignerPolicy {
  const file = JSON.parse(text) as Record<string, unknown>;
  const network = file['bitcoinNetwork'];
  if (network !== 'mainnet' && network !== 'testnet' && network !== 'regtest') throw new Error('bitcoinNetwork: mainnet, testnet or regtest');
  const fees = file['mostFee'] as Record<string, unknown> | undefined;
  return {
    ethereumChainId: wholeNumber(file['ethereumChainId'], 'ethereumChainId'),
    bitcoinNetwork: network,
    assets: list(file['assets'], 'assets').map((asset) => parseAsset(asset as Record<string, unknown>)),
    mostFee: { ethereum: units(fees?.['ethereum'], 'mostFee.ethereum'), bitcoin: units(fees?.['bitcoin'], 'mostFee.bitcoin'), tron: units(fees?.['tron'], 'mostFee.tron') },
    coldAddresses: list(file['coldAddresses'] ?? [], 'coldAddresses').map((address) => words(address, 'coldAddresses')),
  };
}

export function policyText(policy: SignerPolicy): string {
  return `${JSON.stringify(policy, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`;
}

function parseAsset(asset: Record<string, unknown>): SignerAsset {
  const id = words(asset['id'], 'assets.id');
  const chain = CHAINS.find((known) => known === asset['chain']);
  if (chain === undefined) throw new Error(`${id}: unknown chain`);
  return {
    id,
    chain,
    ...(asset['token'] === undefined ? {} : { token: words(asset['token'], `${id}.token`) }),
    decimals: wholeNumber(asset['decimals'], `${id}.decimals`),
    dust: units(asset['dust'], `${id}.dust`),
    perHour: units(asset['perHour'], `${id}.perHour`),
    perDay: units(asset['perDay'], `${id}.perDay`),
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
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw new Error(`${name}: a whole number is wanted`);
  return value;
}

function units(value: unknown, name: string): bigint {
  if (typeof value !== 'string' || !/^\d{1,40}$/.test(value)) throw new Error(`${name}: units as text are wanted`);
  return BigInt(value);
}
