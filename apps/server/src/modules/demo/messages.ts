import type { Language } from '@meridian/contract/languages';

/** Text after using the faucet. */
export const FAUCET_PAID: Readonly<Record<Language, string>> = {
  en: 'Demo funds have been added to your wallet.',
  ko: '데모 자금이 지갑에 추가되었습니다.',
  ja: 'デモ資金をウォレットに追加しました。',
  'zh-CN': '体验金已存入您的现货账户。',
  'zh-TW': '體驗金已存入您的現貨帳戶。',
  es: 'Los fondos demo se han añadido a su cuenta spot.',
};
