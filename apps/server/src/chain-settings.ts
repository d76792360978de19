/** The settings of chains: their names stand with the facts of each chain. */
import { isBitcoinNetwork, type BitcoinNetwork } from '@meridian/chain/chain-facts';
import {
  CHAIN_NAMES,
  CHAINS,
  NETWORK_NAMES,
  NETWORKS,
  type Chain,
  type Network,
} from '@meridian/chain/chains';
import { isOfThisMachine } from './this-machine.ts';

/** By chain; one without nodes is not opened. */
export type ChainSettings = { readonly [Each in Chain]?: ChainNodes } & {
  /** Whether demo mode starts an Ethereum chain of its own where no node is named. */
  readonly isLocal: boolean;
};

export interface ChainNodes {
  readonly nodes: Nodes;
  /** The network that the nodes follow, in the words of its setting; '' where there is one only. */
  readonly network: string;
  /** Contracts of tokens that differ from those of the main network. */
  readonly tokens: Readonly<Partial<Record<Network, string>>>;
}

/** The two nodes that have to agree. */
export type Nodes = readonly [NodeSettings, NodeSettings];

export interface NodeSettings {
  readonly url: string;
  readonly apiKey?: string;
}

/** The settings of a chain as they are written, not yet checked. */
interface ReadChain {
  readonly chain: Chain;
  readonly urls: readonly [string | undefined, string | undefined];
  readonly keys: readonly [string | undefined, string | undefined];
  readonly network: string | undefined;
  readonly tokens: Readonly<Partial<Record<Network, string>>>;
}

interface Reading {
  readonly setting: (name: string) => string | undefined;
  readonly take: (
    name: string,
    fallback: string,
    parse: (text: string) => string | undefined,
    allowed: string,
  ) => string | undefined;
  /** A URL of http or https, undefined where none is set. */
  readonly takeUrl: (name: string, allowed: string) => string | undefined;
}

/** The settings of chains that others may not read. */
export const CHAIN_SECRETS: readonly string[] = CHAIN_NAMES.flatMap((chain) => {
  const { url, key } = CHAINS[chain].settings;
  return [...(url.isSecret ? [url.name] : []), ...(key === undefined ? [] : [key])].flatMap(
    (name) => [name, second(name)],
  );
});

export function readChains({ setting, take, takeUrl }: Reading): readonly ReadChain[] {
  return CHAIN_NAMES.map((chain) => {
    const { url, key, network } = CHAINS[chain].settings;
    const own = NETWORK_NAMES.filter((name) => NETWORKS[name].chain === chain);
    return {
      chain,
      urls: [takeUrl(url.name, url.allowed), takeUrl(second(url.name), url.allowed)],
      network:
        network === undefined
          ? ''
          : take(
              network.name,
              network.main,
              (text) => (network.isAllowed(text) ? text : undefined),
              network.allowed,
            ),
      tokens: Object.fromEntries(
        own.flatMap((name) => {
          const { tokenSetting } = NETWORKS[name].asset;
          const token = tokenSetting === undefined ? undefined : setting(tokenSetting);
          return token === undefined ? [] : [[name, token]];
        }),
      ),
      keys: key === undefined ? [undefined, undefined] : [setting(key), setting(second(key))],
    };
  });
}

/** One node is believed by nobody. A demo may name the same one twice. */
export function nodeProblems(chains: readonly ReadChain[], mode: string | undefined): string[] {
  return chains.flatMap(({ chain, urls: [one, other] }) => {
    const { name } = CHAINS[chain].settings.url;
    if (one === undefined && other === undefined) return [];
    if (one === undefined || other === undefined)
      return [`${name} and ${second(name)} go together: two nodes have to agree`];
    return mode === 'production' && isSameHost(one, other)
      ? [`MODE=production refuses a ${second(name)} of the same host as ${name}`]
      : [];
  });
}

/** The URLs of all nodes, by the names of their settings. */
export function nodeUrls(
  chains: readonly ReadChain[],
): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    chains.flatMap(({ chain, urls: [one, other] }) => {
      const { name } = CHAINS[chain].settings.url;
      return [
        [name, one],
        [second(name), other],
      ];
    }),
  );
}

/** Settings that choose a network, and whether nodes of its main one are named. */
export function mainNetworks(chains: readonly ReadChain[]): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    chains.flatMap(({ chain, urls: [one], network: chosen }) => {
      const { network } = CHAINS[chain].settings;
      return network === undefined
        ? []
        : [[network.name, one !== undefined && chosen === network.main]];
    }),
  );
}

/** Whether a node of any chain is named. */
export function hasNodes(chains: readonly ReadChain[]): boolean {
  return chains.some(({ urls: [one] }) => one !== undefined);
}

/** The chains with nodes, of settings that are right. */
export function chainsWithNodes(chains: readonly ReadChain[]): Omit<ChainSettings, 'isLocal'> {
  return Object.fromEntries(
    chains.flatMap(({ chain, urls: [one, other], keys, network = '', tokens }) =>
      one === undefined || other === undefined
        ? []
        : [[chain, { nodes: [nodeOf(one, keys[0]), nodeOf(other, keys[1])], network, tokens }]],
    ),
  );
}

/** The network of Bitcoin that addresses are of. */
export function bitcoinNetworkOf({ bitcoin }: ChainSettings): BitcoinNetwork {
  return isBitcoinNetwork(bitcoin?.network) ? bitcoin.network : 'mainnet';
}

function nodeOf(url: string, apiKey: string | undefined): NodeSettings {
  return { url, ...(apiKey === undefined ? {} : { apiKey }) };
}

/** The same setting of the second node. */
function second(name: string): string {
  return `${name}_2`;
}

function isSameHost(one: string, other: string): boolean {
  const hostOf = (url: string): string => new URL(url).hostname.replace(/\.$/, '');
  return hostOf(one) === hostOf(other) || (isOfThisMachine(one) && isOfThisMachine(other));
}
