import { CODE_RULES } from '@meridian/contract/account/calls';
import { resolveLanguage } from '@meridian/contract/languages';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import { formatDecimal } from '@meridian/money/decimal';
import { textOf } from '../../texts.ts';
import { freezeOffer } from '../account/security-notices.ts';
import { holdLines } from './hold-texts.ts';
import type { Forecast } from './withdrawal-forecast.ts';

interface ToConfirm {
  readonly code: string;
  readonly coin: string;
  /** Decimals of the coin. */
  readonly scale: number;
  readonly network: NetworkName;
  /** Units, including the fee. */
  readonly amount: bigint;
  /** Units. */
  readonly fee: bigint;
  readonly address: string;
  readonly freezeLink: string;
  readonly forecast: Forecast;
}

/**
 * The message with the code of one withdrawal: all terms that the code confirms, the reasons that
 * hold it back, and the link that freezes the account.
 */
export function confirmationText(
  ownersLanguage: string,
  { code, coin, scale, network, amount, fee, address, freezeLink, forecast }: ToConfirm,
): { subject: string; body: string } {
  const language = resolveLanguage(ownersLanguage);
  const inCoin = (units: bigint): string => `${formatDecimal(units, scale)} ${coin}`;
  const facts: readonly (readonly [string, string])[] = [
    [textOf(language, 'mail.withdrawal.coin'), coin],
    [textOf(language, 'mail.withdrawal.network'), NETWORKS[network].title],
    [textOf(language, 'mail.withdrawal.amount'), inCoin(amount)],
    [textOf(language, 'mail.withdrawal.fee'), inCoin(fee)],
    [textOf(language, 'mail.withdrawal.received'), inCoin(amount > fee ? amount - fee : 0n)],
    [textOf(language, 'mail.withdrawal.address'), address],
  ];
  const list = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    subject: textOf(language, 'mail.withdrawal.subject'),
    body: [
      textOf(language, 'mail.withdrawal.code', { code, minutes: CODE_RULES.minutes }),
      list,
      holdLines(language, forecast),
      textOf(language, 'mail.withdrawal.compare'),
      freezeOffer(language, freezeLink),
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}
