/** The names, words and addresses of a network, as pages and the wire need them. */
interface NetworkFacts {
  /** Its name for customers, the same in every language. */
  readonly title: string;
  /** The longer name that the list of networks answers. */
  readonly label: string;
  /** Its name for operators. */
  readonly officeLabel: string;
  /** Code of the currency that it moves. */
  readonly currency: string;
  /**
   * Field of the own address in the answer about deposits. Without one, the answer is the address
   * itself: the currency has this network only.
   */
  readonly depositField: string | undefined;
  /** Index of the specification, which calls may give in place of the name (USDT only). */
  readonly usdtIndex: string | undefined;
  /** First characters of all addresses of a form, in lower case: they distinguish no address. */
  readonly addressStarts: readonly string[];
}

const ETHEREUM_STARTS = ['0x'] as const;
const BITCOIN_STARTS = ['bc1q', 'bc1p', 'tb1q', 'tb1p', 'bcrt1q', 'bcrt1p'] as const;

/** Every network by its name on the wire, in the order of lists. */
export const NETWORKS = {
  eth: {
    title: 'Ethereum',
    label: 'Ethereum',
    officeLabel: 'Ethereum',
    currency: 'ETH',
    depositField: undefined,
    usdtIndex: undefined,
    addressStarts: ETHEREUM_STARTS,
  },
  erc20: {
    title: 'ERC20',
    label: 'Ethereum (ERC20)',
    officeLabel: 'Ethereum, ERC-20',
    currency: 'USDT',
    depositField: 'usdt_erc20',
    usdtIndex: '0',
    addressStarts: ETHEREUM_STARTS,
  },
  btc: {
    title: 'Bitcoin',
    label: 'Bitcoin',
    officeLabel: 'Bitcoin',
    currency: 'BTC',
    depositField: 'btc',
    usdtIndex: undefined,
    addressStarts: BITCOIN_STARTS,
  },
  omni: {
    title: 'Omni',
    label: 'Bitcoin (Omni)',
    officeLabel: 'Bitcoin, Omni',
    currency: 'USDT',
    depositField: 'usdt',
    usdtIndex: '2',
    addressStarts: BITCOIN_STARTS,
  },
  trc20: {
    title: 'TRC20',
    label: 'Tron (TRC20)',
    officeLabel: 'Tron, TRC-20',
    currency: 'USDT',
    depositField: 'usdt_trc20',
    usdtIndex: '1',
    addressStarts: [],
  },
} as const satisfies Readonly<Record<string, NetworkFacts>>;

export type NetworkName = keyof typeof NETWORKS;
/** Names of the networks on the wire. */
export const NETWORK_NAMES = Object.keys(NETWORKS) as NetworkName[];

/** Names and, for USDT, the specification's indices: both choose the network of a call. */
export const NETWORK_CHOICES = [
  ...NETWORK_NAMES.flatMap((name) => NETWORKS[name].usdtIndex ?? []).toSorted(),
  ...NETWORK_NAMES,
];

/** The network that a call chooses, by name or by index. */
export function chosenNetwork(choice: string): NetworkName | undefined {
  return NETWORK_NAMES.find((name) => name === choice || NETWORKS[name].usdtIndex === choice);
}
