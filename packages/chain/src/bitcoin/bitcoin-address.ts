import { bech32, bech32m, createBase58check } from '@scure/base';
import { sha256 } from '@noble/hashes/sha2.js';
import { Address, OutScript, p2pkh, p2wpkh } from '@scure/btc-signer';
import type { BitcoinNetwork } from '../chain-facts.ts';
import { accepted, refused, type AddressCheck } from '../address/address-check.ts';

/** Prefixes of each network: base58 versions and the readable part of bech32. */
const BITCOIN_PARAMETERS = {
  mainnet: { bech32: 'bc', pubKeyHash: 0x00, scriptHash: 0x05, wif: 0x80 },
  testnet: { bech32: 'tb', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
  regtest: { bech32: 'bcrt', pubKeyHash: 0x6f, scriptHash: 0xc4, wif: 0xef },
} as const satisfies Record<BitcoinNetwork, object>;

const base58check = createBase58check(sha256);
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{25,40}$/;
const BECH32 = /^(?:(?:bc|tb|bcrt)1[a-z0-9]{6,87}|(?:BC|TB|BCRT)1[A-Z0-9]{6,87})$/;
/**
 * Versions of any Bitcoin network, to distinguish an address of another network from a malformed
 * one.
 */
const KNOWN_VERSIONS: readonly number[] = Object.values(BITCOIN_PARAMETERS).flatMap(
  ({ pubKeyHash, scriptHash }) => [pubKeyHash, scriptHash],
);

/**
 * Checks an address of Bitcoin: base58 (p2pkh, p2sh), bech32 (witness version 0) or bech32m (1 and
 * later; only taproot is accepted, because nobody can spend outputs of a version that does not
 * exist yet). Bech32 is returned in lower case.
 */
export function checkBitcoinAddress(
  text: string,
  network: BitcoinNetwork = 'mainnet',
): AddressCheck {
  if (BECH32.test(text)) return checkSegwit(text.toLowerCase(), network);
  if (!BASE58.test(text)) return refused('malformed');
  const bytes = tryDecode(() => base58check.decode(text));
  if (bytes === undefined) return refused('checksum');
  const version = bytes[0] ?? -1;
  if (bytes.length !== 21 || !KNOWN_VERSIONS.includes(version)) return refused('malformed');
  const { pubKeyHash, scriptHash } = BITCOIN_PARAMETERS[network];
  return version === pubKeyHash || version === scriptHash
    ? accepted(text)
    : refused('wrong_network');
}

function checkSegwit(text: string, network: BitcoinNetwork): AddressCheck {
  const version = witnessVersion(text);
  if (version === undefined) return refused('checksum');
  const prefix = text.slice(0, text.lastIndexOf('1'));
  if (prefix !== BITCOIN_PARAMETERS[network].bech32) return refused('wrong_network');
  const script = tryDecode(() => scriptOf(text, network));
  return script === undefined ? refused('malformed') : accepted(text);
}

/** The witness version, if the checksum is the one that this version requires (BIP-350). */
function witnessVersion(text: string): number | undefined {
  const coded = text as `${string}1${string}`;
  const [version, coder] =
    tryDecode(() => [bech32.decode(coded).words[0], 0] as const) ??
    tryDecode(() => [bech32m.decode(coded).words[0], 1] as const) ??
    [];
  if (version === undefined) return undefined;
  return (version === 0) === (coder === 0) ? version : undefined;
}

/** The script that pays an address. @throws when the text is no address of this network */
export function scriptOf(address: string, network: BitcoinNetwork): Uint8Array {
  return OutScript.encode(Address(BITCOIN_PARAMETERS[network]).decode(address));
}

/** The address that a script pays, or undefined when the script has none. */
export function addressOfScript(script: Uint8Array, network: BitcoinNetwork): string | undefined {
  return tryDecode(() => Address(BITCOIN_PARAMETERS[network]).encode(OutScript.decode(script)));
}

/** The bech32 address of a public key (33 bytes). */
export function p2wpkhAddressOf(publicKey: Uint8Array, network: BitcoinNetwork): string {
  return required(p2wpkh(publicKey, BITCOIN_PARAMETERS[network]).address);
}

/** The address of the old form, in base58, of a public key (33 bytes). */
export function p2pkhAddressOf(publicKey: Uint8Array, network: BitcoinNetwork): string {
  return required(p2pkh(publicKey, BITCOIN_PARAMETERS[network]).address);
}

function required(address: string | undefined): string {
  if (address === undefined) throw new Error('this key has no address');
  return address;
}

function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
