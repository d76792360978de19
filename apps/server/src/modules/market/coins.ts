/**
 * The name of each starting currency, alike in all languages. A currency without one is shown by
 * its code alone. The coin panel also has a text for each: `coinAbout.CODE`.
 */
export const COIN_NAMES: Readonly<Record<string, string>> = {
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
  USDT: 'Tether USD',
  XRP: 'XRP Ledger',
  LTC: 'Litecoin',
  BCH: 'Bitcoin Cash',
  ADA: 'Cardano',
  DOGE: 'Dogecoin',
  DOT: 'Polkadot',
  LINK: 'Chainlink',
  EOS: 'EOS',
};
