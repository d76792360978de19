import { describe, expect, test } from 'vitest';
import type { Network } from '../chains.ts';
import { checkAddress } from './check-address.ts';

const ETHEREUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const TRON = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
const P2PKH = '1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA';
const P2SH = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const BECH32 = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TAPROOT = 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr';
const problem = (network: Network, text: string): string => {
  const check = checkAddress(network, text);
  return check.ok ? 'ok' : check.problem;
};

describe('addresses that are taken', () => {
  test('each on its network, as it is written properly', () => {
    for (const network of ['eth', 'erc20'] as const) {
      expect(checkAddress(network, ETHEREUM)).toEqual({ ok: true, address: ETHEREUM });
      expect(checkAddress(network, ETHEREUM.toLowerCase())).toEqual({
        ok: true,
        address: ETHEREUM,
      });
    }
    for (const address of [P2PKH, P2SH, BECH32, TAPROOT])
      expect(checkAddress('btc', address)).toEqual({ ok: true, address });
    for (const address of [P2PKH, P2SH, BECH32])
      expect(checkAddress('omni', address)).toEqual({ ok: true, address });
    expect(checkAddress('btc', BECH32.toUpperCase())).toEqual({ ok: true, address: BECH32 });
    expect(checkAddress('trc20', TRON)).toEqual({ ok: true, address: TRON });
  });

  test('regtest where it is configured', () => {
    expect(checkAddress('btc', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'regtest').ok).toBe(
      true,
    );
  });
});

describe('addresses that are refused', () => {
  test('good ones of another network are told from nonsense', () => {
    expect(problem('erc20', TRON)).toBe('wrong_network');
    expect(problem('erc20', P2PKH)).toBe('wrong_network');
    expect(problem('trc20', ETHEREUM)).toBe('wrong_network');
    expect(problem('trc20', BECH32)).toBe('wrong_network');
    expect(problem('btc', ETHEREUM)).toBe('wrong_network');
    expect(problem('btc', TRON)).toBe('wrong_network');
    expect(problem('omni', TAPROOT)).toBe('wrong_network');
    expect(problem('btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')).toBe('wrong_network');
    expect(problem('btc', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn')).toBe('wrong_network');
    expect(problem('btc', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080')).toBe('wrong_network');
  });

  test('a wrong letter is a wrong checksum', () => {
    expect(problem('eth', ETHEREUM.replace('aA', 'AA'))).toBe('checksum');
    expect(problem('btc', BECH32.replace('fyu', 'fyv'))).toBe('checksum');
    expect(problem('btc', P2PKH.replace('abA', 'abB'))).toBe('checksum');
    expect(problem('trc20', TRON.replace('YdH', 'YdJ'))).toBe('checksum');
  });

  test('bech32 where bech32m is wanted, and the reverse (BIP-350)', () => {
    expect(problem('btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh')).toBe('checksum');
    expect(problem('btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd')).toBe(
      'checksum',
    );
    expect(problem('btc', 'BC1SW50QGDZ25J')).toBe('malformed');
  });

  test.each([
    '',
    ' ',
    '0',
    `${ETHEREUM} `,
    ETHEREUM.slice(0, -1),
    '0x0000000000000000000000000000000000000000',
    'constructor',
    '__proto__',
    'x'.repeat(1e6),
    'bc1',
    '１Lq',
    `T${'1'.repeat(33)}`,
    "' OR 1=1--",
    `${BECH32}\u0000`,
  ])('nonsense %#', (text) => {
    for (const network of ['eth', 'erc20', 'btc', 'omni', 'trc20'] as const)
      expect(checkAddress(network, text).ok).toBe(false);
  });
});
