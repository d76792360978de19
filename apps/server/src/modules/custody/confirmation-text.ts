import { CODE_RULES } from '@meridian/contract/account/calls';
import { resolveLanguage, type Language } from '@meridian/contract/languages';
import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import { formatDecimal } from '@meridian/money/decimal';
import { SECURITY_NOTICES } from '../account/security-notices.ts';
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

interface Texts {
  readonly subject: string;
  readonly code: (code: string) => string;
  readonly coin: string;
  readonly network: string;
  readonly amount: string;
  readonly fee: string;
  readonly received: string;
  readonly address: string;
  readonly compare: string;
}

const { minutes } = CODE_RULES;

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    subject: 'Meridian: confirm your withdrawal',
    code: (code) =>
      `Your code is ${code}. It confirms this withdrawal and no other, and is valid for ${minutes} minutes.`,
    coin: 'Coin',
    network: 'Network',
    amount: 'Amount',
    fee: 'Fee',
    received: 'Received',
    address: 'Address',
    compare:
      'Compare the whole address with the one that you want to pay. Nobody at Meridian ever asks you for this code.',
  },
  ko: {
    subject: 'Meridian: 출금 확인',
    code: (code) =>
      `확인 코드는 ${code}입니다. 이 출금에만 쓸 수 있으며 ${minutes}분 동안 유효합니다.`,
    coin: '코인',
    network: '네트워크',
    amount: '수량',
    fee: '수수료',
    received: '실수령액',
    address: '주소',
    compare: '보내려는 주소와 전체를 비교하세요. Meridian은 누구도 이 코드를 묻지 않습니다.',
  },
  ja: {
    subject: 'Meridian：出金の確認',
    code: (code) => `確認コードは ${code} です。この出金だけに使え、有効期限は ${minutes} 分です。`,
    coin: '通貨',
    network: 'ネットワーク',
    amount: '数量',
    fee: '手数料',
    received: '受取額',
    address: 'アドレス',
    compare:
      '送金先のアドレスと全体を見比べてください。Meridian の者がこのコードを尋ねることは決してありません。',
  },
  'zh-CN': {
    subject: 'Meridian：确认提币',
    code: (code) => `您的确认码是 ${code}，仅用于确认本次提币，${minutes} 分钟内有效。`,
    coin: '币种',
    network: '网络',
    amount: '数量',
    fee: '手续费',
    received: '实际到账',
    address: '地址',
    compare: '请将完整地址与您要付款的地址核对。Meridian 的任何人都不会向您索取此确认码。',
  },
  'zh-TW': {
    subject: 'Meridian：確認提幣',
    code: (code) => `您的確認碼是 ${code}，僅用於確認本次提幣，${minutes} 分鐘內有效。`,
    coin: '幣種',
    network: '網路',
    amount: '數量',
    fee: '手續費',
    received: '實際到帳',
    address: '地址',
    compare: '請將完整地址與您要付款的地址核對。Meridian 的任何人都不會向您索取此確認碼。',
  },
  es: {
    subject: 'Meridian: confirme su retiro',
    code: (code) =>
      `Su código es ${code}. Confirma este retiro y ningún otro, y es válido durante ${minutes} minutos.`,
    coin: 'Moneda',
    network: 'Red',
    amount: 'Importe',
    fee: 'Comisión',
    received: 'Recibido',
    address: 'Dirección',
    compare:
      'Compare la dirección completa con aquella a la que quiere pagar. Nadie de Meridian le pedirá nunca este código.',
  },
};

/**
 * The message with the code of one withdrawal: all terms that the code confirms, the reasons that
 * hold it back, and the link that freezes the account.
 */
export function confirmationText(
  ownersLanguage: string,
  { code, coin, scale, network, amount, fee, address, freezeLink, forecast }: ToConfirm,
): { subject: string; body: string } {
  const language = resolveLanguage(ownersLanguage);
  const texts = TEXTS[language];
  const inCoin = (units: bigint): string => `${formatDecimal(units, scale)} ${coin}`;
  const facts: readonly (readonly [string, string])[] = [
    [texts.coin, coin],
    [texts.network, NETWORKS[network].title],
    [texts.amount, inCoin(amount)],
    [texts.fee, inCoin(fee)],
    [texts.received, inCoin(amount > fee ? amount - fee : 0n)],
    [texts.address, address],
  ];
  const list = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return {
    subject: texts.subject,
    body: [
      texts.code(code),
      list,
      holdLines(language, forecast),
      texts.compare,
      `${SECURITY_NOTICES[language].freeze}\n${freezeLink}`,
    ]
      .filter((part) => part !== '')
      .join('\n\n'),
  };
}
