import type { ComponentType } from 'react';
import type { TextPart } from '../shared/i18n/language.ts';
import type { MessageId } from '../shared/i18n/translate.ts';
import type * as LaterPages from './later-pages.ts';

/** `terminal` is Main without a footer: its page fills the window. */
export type LayoutName = 'main' | 'terminal' | 'account' | 'assets' | 'standalone';

export interface Row {
  readonly path: string;
  /** Whether a pair may follow its path: `/dealCenter/BTC_USDT`. */
  readonly takesPair?: boolean;
  readonly layout: LayoutName;
  /** Requires a session; otherwise redirects to login and back. */
  readonly isPrivate?: boolean;
  /** Title of the window. Pages without one set it themselves. */
  readonly title?: MessageId;
  /** The last part of the texts that it needs (build/text-parts.ts); all by default. */
  readonly texts?: TextPart;
  readonly page: () => Promise<ComponentType>;
}

/** The page's properties for the frame around it. */
export interface PageHandle {
  readonly layout: LayoutName;
  readonly title: MessageId | undefined;
  /** Fetches its code; later calls use the cache. */
  readonly fetch: () => Promise<unknown>;
}

export const LOGIN = '/components/login';
export const REGISTER = '/components/register';

/**
 * Pages of the account layout also have addresses under `/account`, those of the assets layout
 * under `/new_account`.
 */
export const PREFIXES: Readonly<Partial<Record<LayoutName, string>>> = {
  account: '/account',
  assets: '/new_account',
};

/** A page of later-pages.ts. */
function later(name: keyof typeof LaterPages): () => Promise<ComponentType> {
  return async () => (await import('./later-pages.ts'))[name]();
}

/** Every address of the application. Pages are fetched when they are visited. */
export const ROWS: readonly Row[] = [
  {
    path: '/',
    layout: 'main',
    title: 'page.home',
    texts: 'first',
    page: async () => (await import('./pages/home.tsx')).HomePage,
  },
  { path: '/match', layout: 'main', title: 'feature.contest', page: later('contestPage') },
  { path: '/match/trade', layout: 'terminal', page: later('matchTradePage') },
  { path: '/convert', layout: 'main', title: 'feature.convert', page: later('convertPage') },
  {
    path: '/fiatradCenter',
    layout: 'main',
    title: 'p2p.market.title',
    page: later('p2pMarketPage'),
  },
  { path: '/legalTrade', layout: 'main', title: 'p2p.market.title', page: later('p2pMarketPage') },
  {
    path: '/c2c',
    layout: 'main',
    isPrivate: true,
    title: 'p2p.ad.publish',
    page: later('publishAdPage'),
  },
  {
    path: '/c2cOrder',
    layout: 'main',
    isPrivate: true,
    title: 'p2p.deal.own',
    page: later('ownDealsPage'),
  },
  {
    path: '/c2cRelease',
    layout: 'main',
    isPrivate: true,
    title: 'p2p.ad.own',
    page: later('ownAdsPage'),
  },
  {
    path: '/c2cTrade',
    layout: 'main',
    isPrivate: true,
    title: 'p2p.market.title',
    page: later('p2pMarketPage'),
  },
  {
    path: '/c2cDetail',
    layout: 'main',
    isPrivate: true,
    title: 'p2p.deal.ofAd',
    page: later('adDealsPage'),
  },
  {
    path: '/c2cTrader',
    layout: 'main',
    title: 'p2p.trader.title',
    page: later('traderPage'),
  },
  {
    path: '/c2cVerify',
    layout: 'main',
    title: 'p2p.verify.title',
    page: later('verifyEvidencePage'),
  },
  {
    path: '/c2cEscrow',
    layout: 'main',
    title: 'p2p.escrow.title',
    page: later('escrowPage'),
  },
  {
    path: '/dealCenter',
    takesPair: true,
    layout: 'terminal',
    texts: 'trading',
    page: async () => (await import('./pages/deal-center.tsx')).DealCenterPage,
  },
  {
    path: '/quotation',
    layout: 'main',
    title: 'nav.quotation',
    texts: 'first',
    page: async () => (await import('../features/market/quotation-page.tsx')).QuotationPage,
  },
  {
    path: '/secondDealCenter',
    takesPair: true,
    layout: 'terminal',
    page: async () => (await import('./pages/second-deal-center.tsx')).SecondDealCenterPage,
  },
  {
    path: '/secondVerify',
    layout: 'main',
    title: 'seconds.publicTitle',
    page: later('verifyPage'),
  },
  {
    path: '/leverdealCenter',
    takesPair: true,
    layout: 'terminal',
    texts: 'contracts',
    page: async () => (await import('./pages/margin-center.tsx')).MarginCenterPage,
  },
  {
    path: '/allTransaction',
    layout: 'main',
    isPrivate: true,
    title: 'feature.orders',
    page: later('allOrdersPage'),
  },
  {
    path: '/leverRecord',
    layout: 'main',
    isPrivate: true,
    title: 'feature.marginOrders',
    page: later('marginRecordsPage'),
  },
  {
    path: '/leverTransactions',
    layout: 'main',
    isPrivate: true,
    title: 'feature.marginOrders',
    page: later('marginRecordsPage'),
  },
  {
    path: '/leverTransaction',
    layout: 'main',
    isPrivate: true,
    title: 'feature.marginOrders',
    page: later('marginRecordsPage'),
  },
  {
    path: '/leverList',
    layout: 'main',
    isPrivate: true,
    title: 'feature.marginOrders',
    page: later('marginRecordsPage'),
  },
  {
    path: '/bindEmail',
    layout: 'main',
    isPrivate: true,
    title: 'security.bindEmail',
    page: later('bindEmailRoute'),
  },
  { path: '/success', layout: 'main', title: 'page.success', page: later('successPage') },

  {
    path: LOGIN,
    layout: 'standalone',
    title: 'auth.login',
    page: async () => (await import('./pages/login.tsx')).LoginRoute,
  },
  {
    path: REGISTER,
    layout: 'standalone',
    title: 'auth.register',
    page: async () => (await import('./pages/register.tsx')).RegisterRoute,
  },
  {
    path: '/forgetPwd',
    layout: 'standalone',
    title: 'auth.forgotTitle',
    page: async () => (await import('./pages/forgot.tsx')).ForgotRoute,
  },
  {
    path: '/resetPwd',
    layout: 'standalone',
    isPrivate: true,
    title: 'security.changePassword',
    page: later('resetPasswordPage'),
  },
  { path: '/freeze', layout: 'standalone', title: 'freeze.title', page: later('freezePage') },
  {
    path: '/noticeList',
    layout: 'main',
    title: 'nav.notices',
    page: async () => (await import('../features/news/ui/notice-list-page.tsx')).NoticeListPage,
  },
  {
    path: '/components/noticeDetail',
    layout: 'main',
    page: async () => (await import('../features/news/ui/notice-detail-page.tsx')).NoticeDetailPage,
  },
  {
    path: '/help',
    layout: 'main',
    title: 'nav.help',
    page: async () => (await import('../features/news/ui/help-page.tsx')).HelpPage,
  },
  {
    path: '/complaint',
    layout: 'main',
    isPrivate: true,
    title: 'complaint.title',
    page: later('complaintPage'),
  },
  { path: '/fees', layout: 'main', title: 'nav.fees', page: later('feesPage') },
  { path: '/upstart', layout: 'main', title: 'launch.title', page: later('newCoinsPage') },
  { path: '/sale', layout: 'main', title: 'feature.sale', page: later('tokenSalesPage') },
  { path: '/crowd', layout: 'main', title: 'feature.crowd', page: later('crowdfundingPage') },
  { path: '/vote', layout: 'main', title: 'vote.title', page: later('votesPage') },
  { path: '/pledge', layout: 'main', title: 'feature.pledge', page: later('pledgePage') },
  { path: '/wealth', layout: 'main', title: 'feature.wealth', page: later('wealthPage') },
  { path: '/savings', layout: 'main', title: 'feature.coinBank', page: later('savingsPage') },
  { path: '/earn', layout: 'main', title: 'feature.earn', page: later('sourcePage') },
  { path: '/loan', layout: 'main', title: 'feature.loan', page: later('loanPage') },
  {
    path: '/lever_manger',
    layout: 'main',
    isPrivate: true,
    title: 'feature.marginOrders',
    page: later('marginRecordsPage'),
  },
  {
    path: '/finanrec',
    layout: 'main',
    isPrivate: true,
    title: 'feature.addresses',
    page: later('addressesPage'),
  },
  {
    path: '/withdraw_address',
    layout: 'main',
    isPrivate: true,
    title: 'feature.addresses',
    page: later('addressesPage'),
  },
  {
    path: '/setCash',
    layout: 'standalone',
    isPrivate: true,
    title: 'feature.receipt',
    page: later('setCashPage'),
  },

  {
    path: '/accountCenter',
    layout: 'account',
    isPrivate: true,
    title: 'nav.personalCentre',
    page: later('accountRoute'),
  },
  {
    path: '/accountEntrust',
    layout: 'account',
    isPrivate: true,
    title: 'feature.orders',
    page: later('ordersPage'),
  },
  {
    path: '/accountMessage',
    layout: 'account',
    isPrivate: true,
    title: 'feature.messages',
    page: later('inboxPage'),
  },
  {
    path: '/accountSet',
    layout: 'account',
    isPrivate: true,
    title: 'feature.account',
    page: later('accountRoute'),
  },
  {
    path: '/recharge',
    layout: 'account',
    isPrivate: true,
    title: 'feature.deposit',
    page: later('depositRoute'),
  },
  {
    path: '/coinRecord',
    layout: 'account',
    isPrivate: true,
    title: 'assets.log',
    page: later('statementPage'),
  },
  {
    path: '/rechargeMoney',
    layout: 'account',
    isPrivate: true,
    title: 'feature.acceptors',
    page: later('acceptorsPage'),
  },
  {
    path: '/aceite',
    layout: 'account',
    isPrivate: true,
    title: 'acceptor.desk',
    page: later('acceptorDealsPage'),
  },
  {
    path: '/region',
    layout: 'account',
    isPrivate: true,
    title: 'feature.agents',
    page: later('regionPage'),
  },
  {
    path: '/chargeRecord',
    layout: 'account',
    isPrivate: true,
    title: 'wallet.records',
    page: later('recordsPage'),
  },
  {
    path: '/transferLog',
    layout: 'account',
    isPrivate: true,
    title: 'assets.log',
    page: later('statementPage'),
  },
  {
    path: '/userSetting',
    layout: 'account',
    isPrivate: true,
    title: 'feature.receipt',
    page: later('receiptPage'),
  },
  {
    path: '/authentication',
    layout: 'account',
    isPrivate: true,
    title: 'feature.identity',
    page: later('identityPage'),
  },
  {
    path: '/rebate',
    layout: 'main',
    isPrivate: true,
    title: 'feature.rebate',
    page: later('rebatePage'),
  },
  {
    path: '/invitations',
    layout: 'account',
    isPrivate: true,
    title: 'nav.invitations',
    page: later('referralPage'),
  },
  {
    path: '/payment',
    layout: 'account',
    isPrivate: true,
    title: 'feature.payment',
    page: later('paymentPage'),
  },

  {
    path: '/finance',
    layout: 'assets',
    isPrivate: true,
    title: 'feature.assets',
    page: later('overviewPage'),
  },
  {
    path: '/letransactions',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.log',
    page: later('statementPage'),
  },
  {
    path: '/transfer',
    layout: 'assets',
    isPrivate: true,
    title: 'feature.transfers',
    page: later('transferPage'),
  },
  {
    path: '/lever',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.contract',
    page: later('marginWalletRoute'),
  },
  {
    path: '/micro',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.seconds',
    page: later('secondsWalletRoute'),
  },
  {
    path: '/change',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.exchange',
    page: later('spotWalletRoute'),
  },
  {
    path: '/legal',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.fiat',
    page: later('p2pWalletRoute'),
  },
  {
    path: '/legalAccount',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.fiat',
    page: later('p2pCurrencyRoute'),
  },
  {
    path: '/changeAccount',
    layout: 'assets',
    isPrivate: true,
    title: 'assets.exchange',
    page: later('spotCurrencyRoute'),
  },
  {
    path: '/transferLegal',
    layout: 'assets',
    isPrivate: true,
    title: 'feature.transfers',
    page: later('transferPage'),
  },
  {
    path: '/transferRecord',
    layout: 'assets',
    isPrivate: true,
    title: 'feature.transfers',
    page: later('transferRecordPage'),
  },

  { path: '/demo/outbox', layout: 'main', title: 'demo.outbox', page: later('outboxPage') },
];
