import type { Language } from '@meridian/contract/languages';

/** What a person reads after using the faucet. */
export const FAUCET_PAID: Readonly<Record<Language, string>> = {
  en: 'Demo funds have been added to your wallet.',
  ko: '데모 자금이 지갑에 추가되었습니다.',
  ja: 'デモ資金をウォレットに追加しました。',
  'zh-CN': '演示资金已存入您的钱包。',
  'zh-TW': '模擬資金已存入您的錢包。',
  es: 'Los fondos de demostración se han añadido a tu billetera.',
};
