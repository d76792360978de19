import { NETWORK_NAMES, NETWORKS as CHAIN_NETWORKS } from '@meridian/chain/chains';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { Language } from '@meridian/contract/languages';
import { formatDecimal } from '@meridian/money/decimal';
import { CURRENCY_SCALE } from '../../market/starting-catalog.ts';

/** How a language writes a list of amounts, where it is not `1.5 USDT (ERC20), 0.002 ETH`. */
interface Writing {
  readonly point?: string;
  readonly comma?: string;
  readonly brackets?: readonly [string, string];
}
const WRITINGS: Readonly<Partial<Record<Language, Writing>>> = {
  ja: { comma: '、', brackets: ['（', '）'] },
  'zh-CN': { comma: '、' },
  'zh-TW': { comma: '、' },
  es: { point: ',' },
};

/**
 * The fees of withdrawals that a new exchange starts with, as a list in a sentence: `3 USDT
 * (ERC20), 0.002 ETH`. USDT, which has several networks, comes first.
 */
export function withdrawalFees(language: Language): string {
  const { point = '.', comma = ', ', brackets = [' (', ')'] } = WRITINGS[language] ?? {};
  const [open, close] = brackets;
  return NETWORK_NAMES.toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((name) => {
      const { currency, title } = NETWORKS[name];
      const isOnlyOne = NETWORK_NAMES.every(
        (each) => each === name || NETWORKS[each].currency !== currency,
      );
      const amount = formatDecimal(CHAIN_NETWORKS[name].start.fee, CURRENCY_SCALE);
      const which = isOnlyOne ? '' : `${open}${title}${close}`;
      return `${amount.replace('.', point)} ${currency}${which}`;
    })
    .join(comma);
}

/** Networks with an index of the specification, those of USDT, then others by their numbers. */
function placeOf(name: NetworkName): number {
  const { usdtIndex } = NETWORKS[name];
  return usdtIndex === undefined ? 100 + CHAIN_NETWORKS[name].number : Number(usdtIndex);
}
