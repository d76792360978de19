import type { ComponentType } from 'react';
import type { TextPart } from '../shared/i18n/language.ts';
import type { MessageId } from '../shared/i18n/translate.ts';
import type { NotOpenPageName } from './not-open.ts';

/** `terminal` is Main without a footer: its page fills the window. */
export type LayoutName = 'main' | 'terminal' | 'account' | 'assets' | 'standalone';

export interface Row {
  readonly path: string;
  readonly layout: LayoutName;
  /** Who has no token is sent to the login, which leads back. */
  readonly isPrivate?: boolean;
  /** Of the window. Pages without one name themselves. */
  readonly title?: MessageId;
  /** Up to which part of the texts it needs (build/text-parts.ts); the rest where it does not say. */
  readonly texts?: TextPart;
  readonly page: NotOpenPageName | (() => Promise<ComponentType>);
}

/** What a page says about itself to the frame around it. */
export interface PageHandle {
  readonly layout: LayoutName;
  readonly title: MessageId | undefined;
  /** Fetches its code; the second time it is there. */
  readonly fetch: () => Promise<unknown>;
}

export const LOGIN = '/components/login';
export const REGISTER = '/components/register';

/** Pages of the account layout are found under `/account` too, those of the assets layout under `/new_account`. */
export const PREFIXES: Readonly<Partial<Record<LayoutName, string>>> = { account: '/account', assets: '/new_account' };

/** Every address of the application. Pages are fetched when they are visited. */
export const ROWS: readonly Row[] = [
  { path: '/', layout: 'main', title: 'page.home', texts: 'first', page: async () => (await import('./pages/home.tsx')).HomePage },
  { path: '/match', layout: 'main', title: 'feature.contest', page: async () => (await import('../features/contest/page.tsx')).ContestPage },
  { path: '/match/trade', layout: 'main', page: async () => (await import('./pages/match-trade.tsx')).MatchTradePage },
  { path: '/fiatradCenter', layout: 'main', page: 'fiat' },
  { path: '/legalTrade', layout: 'main', page: 'fiat' },
  { path: '/c2c', layout: 'main', isPrivate: true, page: 'fiat' },
  { path: '/c2cOrder', layout: 'main', isPrivate: true, page: 'fiat' },
  { path: '/c2cRelease', layout: 'main', isPrivate: true, page: 'fiat' },
  { path: '/c2cTrade', layout: 'main', isPrivate: true, page: 'fiat' },
  { path: '/c2cDetail', layout: 'main', isPrivate: true, page: 'fiat' },
  { path: '/dealCenter', layout: 'terminal', texts: 'trading', page: async () => (await import('./pages/deal-center.tsx')).DealCenterPage },
  { path: '/quotation', layout: 'main', title: 'nav.quotation', texts: 'first', page: async () => (await import('../features/markets/quotation-page.tsx')).QuotationPage },
  { path: '/secondDealCenter', layout: 'main', page: async () => (await import('./pages/second-deal-center.tsx')).SecondDealCenterPage },
  { path: '/secondVerify', layout: 'main', title: 'seconds.publicTitle', page: async () => (await import('../features/seconds/verify-page.tsx')).VerifyPage },
  { path: '/leverdealCenter', layout: 'main', page: async () => (await import('./pages/lever-center.tsx')).LeverCenterPage },
  { path: '/allTransaction', layout: 'main', isPrivate: true, title: 'feature.orders', page: async () => (await import('./private-pages.ts')).allOrdersPage() },
  { path: '/leverRecord', layout: 'main', isPrivate: true, title: 'feature.marginOrders', page: async () => (await import('./private-pages.ts')).leverRecordsPage() },
  { path: '/leverTransactions', layout: 'main', isPrivate: true, title: 'feature.marginOrders', page: async () => (await import('./private-pages.ts')).leverRecordsPage() },
  { path: '/leverTransaction', layout: 'main', isPrivate: true, title: 'feature.marginOrders', page: async () => (await import('./private-pages.ts')).leverRecordsPage() },
  { path: '/leverList', layout: 'main', isPrivate: true, title: 'feature.marginOrders', page: async () => (await import('./private-pages.ts')).leverRecordsPage() },
  { path: '/bindEmail', layout: 'main', isPrivate: true, title: 'security.bindEmail', page: async () => (await import('./private-pages.ts')).bindEmailRoute() },
  { path: '/success', layout: 'main', title: 'page.success', page: async () => (await import('./pages/success.tsx')).SuccessPage },

  { path: LOGIN, layout: 'standalone', title: 'auth.login', page: async () => (await import('./pages/login.tsx')).LoginRoute },
  { path: REGISTER, layout: 'standalone', title: 'auth.register', page: async () => (await import('./pages/register.tsx')).RegisterRoute },
  { path: '/forgetPwd', layout: 'standalone', title: 'auth.forgotTitle', page: async () => (await import('./pages/forgot.tsx')).ForgotRoute },
  { path: '/resetPwd', layout: 'standalone', isPrivate: true, title: 'security.changePassword', page: async () => (await import('./private-pages.ts')).resetPasswordPage() },
  { path: '/noticeList', layout: 'main', title: 'nav.notices', page: async () => (await import('./pages/notice-list.tsx')).NoticeListPage },
  { path: '/components/noticeDetail', layout: 'main', page: async () => (await import('./pages/notice-detail.tsx')).NoticeDetailPage },
  { path: '/help', layout: 'main', title: 'nav.help', page: async () => (await import('./pages/help.tsx')).HelpPage },
  { path: '/upstart', layout: 'main', page: 'upstart' },
  { path: '/pledge', layout: 'main', page: 'pledge' },
  { path: '/lever_manger', layout: 'main', isPrivate: true, title: 'feature.marginOrders', page: async () => (await import('./private-pages.ts')).leverRecordsPage() },
  { path: '/finanrec', layout: 'main', isPrivate: true, title: 'feature.addresses', page: async () => (await import('./private-pages.ts')).addressesPage() },
  { path: '/withdraw_address', layout: 'main', isPrivate: true, title: 'feature.addresses', page: async () => (await import('./private-pages.ts')).addressesPage() },
  { path: '/setCash', layout: 'standalone', isPrivate: true, title: 'feature.receipt', page: async () => (await import('./private-pages.ts')).setCashPage() },

  { path: '/accountCenter', layout: 'account', isPrivate: true, title: 'nav.personalCentre', page: async () => (await import('./private-pages.ts')).accountRoute() },
  { path: '/accountEntrust', layout: 'account', isPrivate: true, title: 'feature.orders', page: async () => (await import('./private-pages.ts')).ordersPage() },
  { path: '/accountMessage', layout: 'account', isPrivate: true, title: 'feature.messages', page: async () => (await import('./private-pages.ts')).inboxPage() },
  { path: '/accountSet', layout: 'account', isPrivate: true, title: 'feature.account', page: async () => (await import('./private-pages.ts')).accountRoute() },
  { path: '/recharge', layout: 'account', isPrivate: true, title: 'feature.deposit', page: async () => (await import('./private-pages.ts')).depositRoute() },
  { path: '/coinRecord', layout: 'account', isPrivate: true, title: 'assets.log', page: async () => (await import('./private-pages.ts')).statementPage() },
  { path: '/rechargeMoney', layout: 'account', isPrivate: true, title: 'feature.acceptors', page: async () => (await import('./private-pages.ts')).acceptorsPage() },
  { path: '/aceite', layout: 'account', isPrivate: true, title: 'acceptor.desk', page: async () => (await import('./private-pages.ts')).acceptorDealsPage() },
  { path: '/region', layout: 'account', isPrivate: true, title: 'feature.agents', page: async () => (await import('./private-pages.ts')).regionPage() },
  { path: '/chargeRecord', layout: 'account', isPrivate: true, title: 'wallet.records', page: async () => (await import('./private-pages.ts')).recordsPage() },
  { path: '/transferLog', layout: 'account', isPrivate: true, title: 'assets.log', page: async () => (await import('./private-pages.ts')).statementPage() },
  { path: '/userSetting', layout: 'account', isPrivate: true, title: 'feature.receipt', page: async () => (await import('./private-pages.ts')).receiptPage() },
  { path: '/authentication', layout: 'account', isPrivate: true, title: 'feature.identity', page: async () => (await import('./private-pages.ts')).identityPage() },
  { path: '/invitations', layout: 'account', isPrivate: true, title: 'nav.invitations', page: async () => (await import('./private-pages.ts')).referralPage() },
  { path: '/payment', layout: 'account', isPrivate: true, title: 'feature.payment', page: async () => (await import('./private-pages.ts')).paymentPage() },

  { path: '/finance', layout: 'assets', isPrivate: true, title: 'feature.assets', page: async () => (await import('./private-pages.ts')).overviewPage() },
  { path: '/letransactions', layout: 'assets', isPrivate: true, title: 'assets.log', page: async () => (await import('./private-pages.ts')).statementPage() },
  { path: '/transfer', layout: 'assets', isPrivate: true, title: 'feature.transfers', page: async () => (await import('./private-pages.ts')).transferPage() },
  { path: '/lever', layout: 'assets', isPrivate: true, title: 'assets.contract', page: async () => (await import('./private-pages.ts')).leverRoute() },
  { path: '/micro', layout: 'assets', isPrivate: true, title: 'assets.seconds', page: async () => (await import('./private-pages.ts')).microRoute() },
  { path: '/change', layout: 'assets', isPrivate: true, title: 'assets.exchange', page: async () => (await import('./private-pages.ts')).changeRoute() },
  { path: '/legal', layout: 'assets', isPrivate: true, title: 'assets.fiat', page: async () => (await import('./private-pages.ts')).legalRoute() },
  { path: '/legalAccount', layout: 'assets', isPrivate: true, title: 'assets.fiat', page: async () => (await import('./private-pages.ts')).legalAccountRoute() },
  { path: '/changeAccount', layout: 'assets', isPrivate: true, title: 'assets.exchange', page: async () => (await import('./private-pages.ts')).changeAccountRoute() },
  { path: '/transferLegal', layout: 'assets', isPrivate: true, title: 'feature.transfers', page: async () => (await import('./private-pages.ts')).transferPage() },
  { path: '/transferRecord', layout: 'assets', isPrivate: true, title: 'feature.transfers', page: async () => (await import('./private-pages.ts')).transferRecordPage() },

  { path: '/demo/outbox', layout: 'main', title: 'demo.outbox', page: async () => (await import('../features/demo/ui/outbox-page.tsx')).OutboxPage },
];
