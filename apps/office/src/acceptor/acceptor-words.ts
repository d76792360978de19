import type { Output } from '@meridian/contract/client/named-calls';

export type Acceptor = Output<'GET /office/api/acceptors'>['list'][number];
export type Deal = Output<'GET /office/api/acceptor_deals'>['list'][number];
export type Statement = Output<'GET /office/api/acceptor_deal_statements'>[number];
export type Agent = Output<'GET /office/api/regional_agents'>['list'][number];

/** Currencies of deals with acceptors. */
export const FIAT = 'CNY';
export const COIN = 'USDT';

interface State {
  readonly label: string;
  readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
}

/** In the order of the tabs. */
export const DEAL_STATES: Readonly<Record<Deal['status'], State>> = {
  disputed: { label: 'In dispute', color: 'error' },
  waiting: { label: 'Waiting', color: 'warning' },
  moving: { label: 'Coins moving', color: 'info' },
  confirmed: { label: 'Confirmed', color: 'success' },
  rejected: { label: 'Coins back', color: 'default' },
};

export const WAYS: Readonly<Record<Deal['way'], string>> = {
  we_chat: 'WeChat',
  ali_pay: 'Alipay',
  bank: 'Bank transfer',
};

/** Deal types from the customer's side. */
export const DEAL_TYPES: Readonly<Record<Deal['type'], string>> = { buy: 'Buys', sell: 'Sells' };

export const RULINGS: Readonly<Record<Exclude<Deal['ruling'], ''>, string>> = {
  pay: 'Paid to the buyer',
  return: 'Returned to the seller',
};
