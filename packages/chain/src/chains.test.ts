import { expect, test } from 'vitest';
import { CHAIN_NAMES, CHAINS, KEY_BRANCHES, NETWORK_NAMES, NETWORKS } from './chains.ts';

test('the numbers of networks are those of the journal', () => {
  expect(
    NETWORK_NAMES.map((name) => [NETWORKS[name].number, name, NETWORKS[name].asset.id]),
  ).toEqual([
    [1, 'eth', 'ETH'],
    [2, 'erc20', 'USDT.erc20'],
    [3, 'btc', 'BTC'],
    [4, 'omni', 'USDT.omni'],
    [5, 'trc20', 'USDT.trc20'],
  ]);
});

test('no two chains share a network, a branch of keys or a setting', () => {
  const all = CHAIN_NAMES.map((chain) => CHAINS[chain]);
  expect(all.flatMap(({ networks }) => Object.keys(networks))).toEqual(NETWORK_NAMES);
  expect(all.flatMap(({ branches }) => Object.keys(branches))).toEqual(KEY_BRANCHES);
  const names = [
    ...all.flatMap(({ settings: { url, key, network } }) => [url.name, key, network?.name]),
    ...NETWORK_NAMES.map((name) => NETWORKS[name].asset.tokenSetting),
  ].filter((name) => name !== undefined);
  expect(new Set(names).size).toBe(names.length);
});

test('each network has the keys of its own chain', () => {
  for (const name of NETWORK_NAMES)
    expect(Object.keys(CHAINS[NETWORKS[name].chain].branches)).toContain(NETWORKS[name].branch);
});
