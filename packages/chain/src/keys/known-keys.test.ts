import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { HDKey } from '@scure/bip32';
import { entropyToMnemonic, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { describe, expect, test } from 'vitest';
import type { KeyBranch } from '../chains.ts';
import { checkAddress } from '../address/check-address.ts';
import { accountXpub, privateNode, publicKeyAt, rootKey } from './derivation.ts';
import { addressOf, deriveAddress } from './derive-address.ts';

const MNEMONIC =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const root = rootKey(MNEMONIC);
const addresses = (branch: KeyBranch, count: number): string[] => {
  const xpub = accountXpub(root, branch, 0);
  return Array.from({ length: count }, (_, index) => deriveAddress({ branch, xpub, index }));
};

// Vectors of public standards.
describe('published answers', () => {
  test('BIP-32, vector 1', () => {
    const master = HDKey.fromMasterSeed(Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'));
    expect(master.derive("m/0'/1").publicExtendedKey).toBe(
      'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
    );
  });

  test('BIP-84: bech32 addresses from the extended public key', () => {
    expect(addresses('bitcoin', 2)).toEqual([
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    ]);
  });

  test('BIP-44: Ethereum, Tron and the old addresses of Bitcoin', () => {
    expect(addresses('ethereum', 2)).toEqual([
      '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
      '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
    ]);
    expect(addresses('tron', 2)).toEqual([
      'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH',
      'TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK',
    ]);
    expect(addresses('omni', 2)).toEqual([
      '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA',
      '1Ak8PffB2meyfYnbXZR9EGfLfFZVpzJvQP',
    ]);
  });

  test('the private key belongs to the address that the public one made', () => {
    for (const branch of ['ethereum', 'bitcoin', 'omni', 'tron'] as const) {
      const { publicKey } = privateNode(root, { branch, account: 0, index: 7 });
      if (publicKey === null) throw new Error('no key');
      expect(addressOf(branch, publicKey)).toBe(
        deriveAddress({ branch, xpub: accountXpub(root, branch, 0), index: 7 }),
      );
    }
  });

  test('a private extended key is not taken where a public one is wanted', () => {
    expect(() => publicKeyAt(root.privateExtendedKey, 0)).toThrow('private');
  });

  test('words with a wrong checksum are no mnemonic', () => {
    expect(() => rootKey(`${MNEMONIC.slice(0, -5)}abandon`)).toThrow('mnemonic');
    expect(() => publicKeyAt(accountXpub(root, 'tron', 0), 2 ** 31)).toThrow(RangeError);
  });
});

const FOLDER = path.join(
  process.env['MERIDIAN_SHARED'] ??
    path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../../shared'),
  'data/vectors',
);
const has = existsSync(FOLDER);
if (!has)
  process.stdout.write(
    `no vectors at ${path.relative(process.cwd(), FOLDER)}: their tests are skipped\n`,
  );
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each file of vectors has a shape of its own
const vectors = (name: string): any =>
  JSON.parse(readFileSync(path.join(FOLDER, `${name}.json`), 'utf8'));

describe.skipIf(!has)('vectors of others', () => {
  test('BIP-32', () => {
    const { vectors: all, invalid_extended_keys: invalid } = vectors('bip32');
    for (const { seed_hex: seed, chains } of all) {
      for (const chain of chains) {
        const node = HDKey.fromMasterSeed(Buffer.from(seed, 'hex')).derive(chain.path);
        expect([node.publicExtendedKey, node.privateExtendedKey]).toEqual([chain.xpub, chain.xprv]);
      }
    }
    expect(invalid.length).toBeGreaterThan(10);
    for (const { key } of invalid) expect(() => HDKey.fromExtendedKey(key), key).toThrow();
  });

  test('BIP-39', () => {
    const { english, passphrase } = vectors('bip39');
    for (const [entropy, words, seed, xprv] of english) {
      expect(entropyToMnemonic(Buffer.from(entropy, 'hex'), wordlist)).toBe(words);
      expect(Buffer.from(mnemonicToSeedSync(words, passphrase)).toString('hex')).toBe(seed);
      expect(rootKey(words, passphrase).privateExtendedKey).toBe(xprv);
    }
  });

  test('BIP-44 and BIP-84 addresses', () => {
    const { bip44, bip84 } = vectors('bip44_49_84_86_addresses');
    expect(addresses('ethereum', 5)).toEqual(bip44.ETHEREUM.addresses);
    expect(addresses('tron', 5)).toEqual(bip44.TRON.addresses);
    expect(addresses('omni', 5)).toEqual(bip44.BITCOIN.addresses);
    expect(addresses('bitcoin', 5)).toEqual(bip84.BITCOIN.addresses);
    expect(accountXpub(root, 'tron', 0)).toBe(bip44.TRON.account.ex_pub);
    const official = vectors('bip84_official').addresses.filter((row: { path: string }) =>
      row.path.includes("'/0/"),
    );
    expect(addresses('bitcoin', official.length)).toEqual(
      official.map((row: { address: string }) => row.address),
    );
  });

  test('EIP-55', () => {
    for (const address of vectors('eip55').checksummed) {
      expect(checkAddress('eth', address)).toEqual({ ok: true, address });
      expect(checkAddress('erc20', address.toLowerCase())).toEqual({ ok: true, address });
    }
  });

  test('Tron', () => {
    const {
      private_key_to_address: pairs,
      invalid,
      bip_utils_pub_to_address: others,
    } = vectors('tron');
    for (const { privkey, address } of pairs) {
      const { publicKey } = new HDKey({
        privateKey: Buffer.from(privkey, 'hex'),
        chainCode: new Uint8Array(32),
      });
      expect(publicKey === null ? '' : addressOf('tron', publicKey)).toBe(address);
    }
    for (const text of invalid) expect(checkAddress('trc20', text).ok, text).toBe(false);
    // The last two of this list are their tests of a wrong prefix (0x40) and a wrong checksum.
    const problems: Readonly<Record<string, string>> = {
      T94nw3xoTjXXqBzLNUwmYhLovg4nNVZKB6: 'malformed',
      TLc6WnRN9DxA4uygPrHGr9A1DhVMxx2w45: 'checksum',
    };
    for (const text of others) {
      const problem = problems[text];
      expect(checkAddress('trc20', text)).toEqual(
        problem === undefined ? { ok: true, address: text } : { ok: false, problem },
      );
    }
  });
});
