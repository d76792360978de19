/**
 * Words that chats of the marketplace are watched for, as operators set them: one text, separated
 * by commas.
 */
export const WATCHED_WORDS = { most: 300, letters: 40 } as const;

/**
 * Words for contacts outside the exchange, where the office cannot see an agreement: names of
 * messengers, and links.
 */
export const CONTACT_WORDS =
  'telegram, whatsapp, whats app, wechat, we chat, weixin, skype, signal app, viber, discord, vx, wx, qq, tg, line id, kakao, t.me/, wa.me/, http://, https://, www., 微信, 薇信, 威信, 电报, 電報, 飞机号, 扣扣, 企鹅号, 텔레그램, 카카오톡, テレグラム, ライン';
/** Words that a bank may stop a payment for. */
export const COIN_WORDS =
  'btc, usdt, usdc, eth, trc20, erc20, crypto, cryptocurrency, bitcoin, ethereum, tether, binance, coin, coins, token, tokens, cripto, criptomoneda, criptomonedas, 比特币, 比特幣, 以太坊, 泰达币, 泰達幣, 虚拟币, 虛擬幣, 数字货币, 數位貨幣, 加密货币, 加密貨幣, 买币, 賣幣, 卖币, 買幣, 仮想通貨, 暗号資産, ビットコイン, 비트코인, 암호화폐, 가상화폐, 코인';

/** The single words, without blanks around them. */
export function wordsOf(list: string): string[] {
  return list.split(/[,，、]/u).map((word) => word.trim());
}

/** Whether a text is a list of watched words: none is empty or long, none stands twice. */
export function isWordList(list: string): boolean {
  const words = wordsOf(list);
  return (
    words.length <= WATCHED_WORDS.most &&
    words.every(({ length }) => length > 0 && length <= WATCHED_WORDS.letters) &&
    new Set(words.map((word) => word.normalize('NFKC').toLowerCase())).size === words.length
  );
}
