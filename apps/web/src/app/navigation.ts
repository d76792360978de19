import type { MessageId } from '../shared/i18n/translate.ts';
import type { SiteLink } from '../shared/site-api.ts';

export interface Entry {
  readonly label: MessageId;
  readonly to: string;
  /** Other addresses of the same page. */
  readonly also?: readonly string[];
}

/** An entry that leads where the operator has set, and is not there without a link. */
export interface SiteEntry {
  readonly label: MessageId;
  readonly link: SiteLink;
}

export type MenuEntry = Entry | SiteEntry;

export interface MenuGroup {
  readonly title: MessageId;
  readonly entries: readonly MenuEntry[];
}

/** Entries in the header itself. */
export const PRIMARY: readonly Entry[] = [
  { label: 'nav.home', to: '/' },
  { label: 'nav.quotation', to: '/quotation' },
  { label: 'nav.trade', to: '/dealCenter' },
  { label: 'feature.convert', to: '/convert' },
  { label: 'feature.margin', to: '/leverdealCenter' },
  { label: 'feature.seconds', to: '/secondDealCenter' },
];

/** Ways to get coins for money, under a name of their own in the header. */
export const BUY: MenuGroup = {
  title: 'nav.buyCrypto',
  entries: [
    { label: 'nav.p2p', to: '/fiatradCenter' },
    { label: 'feature.acceptors', to: '/rechargeMoney' },
    { label: 'feature.payment', to: '/payment' },
    { label: 'nav.quickDeposit', to: '/recharge' },
  ],
};

/** Entries under "More". */
export const MORE: readonly MenuGroup[] = [
  {
    title: 'nav.products',
    entries: [
      { label: 'feature.contest', to: '/match' },
      { label: 'feature.wealth', to: '/wealth' },
      { label: 'feature.coinBank', to: '/savings' },
      { label: 'feature.pledge', to: '/pledge' },
      { label: 'feature.earn', to: '/earn' },
      { label: 'feature.loan', to: '/loan' },
      { label: 'feature.upstart', to: '/upstart' },
      { label: 'feature.sale', to: '/sale' },
      { label: 'feature.crowd', to: '/crowd' },
      { label: 'feature.vote', to: '/vote' },
      { label: 'feature.rebate', to: '/rebate' },
    ],
  },
  {
    title: 'nav.information',
    entries: [
      { label: 'nav.notices', to: '/noticeList' },
      { label: 'nav.help', to: '/help' },
      { label: 'nav.fees', to: '/fees' },
      { label: 'nav.whitePaper', to: '/upstart' },
      { label: 'feature.forum', link: 'forum' },
      { label: 'feature.complaint', to: '/complaint' },
    ],
  },
];

/** The page of the account's notifications. */
export const MESSAGES = '/accountMessage';
export const ASSETS: Entry = { label: 'feature.assets', to: '/finance' };

/** Entries under the account number. */
export const ACCOUNT: readonly MenuEntry[] = [
  { label: 'feature.account', to: '/accountSet' },
  { label: 'feature.accountLog', to: '/transferLog' },
  { label: 'feature.identity', to: '/authentication' },
  ASSETS,
  { label: 'nav.personalCentre', to: '/accountCenter' },
  { label: 'feature.security', to: '/resetPwd' },
  { label: 'feature.orders', to: '/allTransaction' },
  { label: 'feature.marginOrders', to: '/leverList' },
  { label: 'feature.receipt', to: '/userSetting' },
  { label: 'feature.messages', to: '/accountMessage' },
  { label: 'nav.invitations', to: '/invitations' },
];
/** Entry of a merchant: their own page as a trader. */
export const SHOP: Entry = { label: 'feature.shop', to: '/c2cTrader' };

export const ACCOUNT_PAGES: readonly Entry[] = [
  { label: 'feature.account', to: '/accountSet', also: ['/accountCenter'] },
  { label: 'feature.accountLog', to: '/transferLog', also: ['/coinRecord'] },
  { label: 'feature.identity', to: '/authentication' },
  { label: 'feature.receipt', to: '/userSetting' },
  { label: 'feature.orders', to: '/accountEntrust' },
  { label: 'feature.messages', to: '/accountMessage' },
  { label: 'nav.invitations', to: '/invitations' },
];

export const ASSET_PAGES: readonly Entry[] = [
  { label: 'assets.overview', to: '/finance' },
  { label: 'assets.exchange', to: '/change', also: ['/changeAccount'] },
  { label: 'assets.contract', to: '/lever' },
  { label: 'assets.seconds', to: '/micro' },
  { label: 'assets.fiat', to: '/legal', also: ['/legalAccount'] },
  { label: 'assets.transfer', to: '/transferLegal', also: ['/transfer', '/transferRecord'] },
  { label: 'assets.log', to: '/letransactions' },
  { label: 'nav.records', to: '/chargeRecord' },
  { label: 'feature.addresses', to: '/withdraw_address' },
];

const PREFIX = /^\/(?:account|new_account)(?=\/)/;

/** Whether an entry leads to the page of an address. */
export function isTaken({ to, also = [] }: Entry, pathname: string): boolean {
  const path = pathname.replace(PREFIX, '');
  return path === to || also.includes(path);
}
