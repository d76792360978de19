import type { Output } from '@meridian/contract/client/named-calls';

export type P2pAd = Output<'GET /office/api/p2p_ads'>['list'][number];
export type P2pDeal = Output<'GET /office/api/p2p_deals'>['list'][number];
export type WholeDeal = Output<'GET /office/api/p2p_deal'>;
export type P2pTrader = Output<'GET /office/api/p2p_traders'>['list'][number];
/** A coin makes one record. */
export type P2pTerms = Output<'GET /office/api/p2p_terms'>[number] & { readonly id: number };
export type P2pState = Output<'GET /office/api/p2p_state'> & { readonly id: number };

export const FIAT = 'CNY';

interface State {
  readonly label: string;
  readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
}

/** In the order of the tabs. */
export const DEAL_QUEUES: Readonly<Record<P2pDeal['status'] | 'stuck', State>> = {
  stuck: { label: 'Paid for over an hour', color: 'error' },
  paid: { label: 'Paid', color: 'warning' },
  unpaid: { label: 'Unpaid', color: 'info' },
  completed: { label: 'Completed', color: 'success' },
  cancelled: { label: 'Cancelled', color: 'default' },
};

export const WAYS: Readonly<Record<P2pDeal['way'], string>> = {
  we_chat: 'WeChat',
  ali_pay: 'Alipay',
  bank: 'Bank transfer',
};

export const ENDED_BY: Readonly<Record<P2pDeal['ended_by'], string>> = {
  '': '',
  buyer: 'the buyer',
  seller: 'the seller',
  both: 'both sides',
  timer: 'the time to pay',
  ruling: 'a ruling',
};

export const AD_TYPES: Readonly<Record<P2pAd['type'], string>> = { buy: 'Buys', sell: 'Sells' };

export const TRADER_TABS = [
  { value: 'bonded', label: 'Bond posted, no mark' },
  { value: 'merchants', label: 'Merchants' },
  { value: 'restricted', label: 'Restricted' },
] as const;
