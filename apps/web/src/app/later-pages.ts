import type { ComponentType } from 'react';

/**
 * Pages that a visit seldom begins with: those of logged-in users, and a few others. Each is
 * fetched when it is visited. They are apart from the table of routes because an import lists all
 * files of its page: a first page would carry the names of all of these.
 */
export const contestPage = async (): Promise<ComponentType> =>
  (await import('../features/contest/page.tsx')).ContestPage;
export const loanPage = async (): Promise<ComponentType> =>
  (await import('../features/loan/page.tsx')).LoanPage;
export const matchTradePage = async (): Promise<ComponentType> =>
  (await import('./pages/match-trade.tsx')).MatchTradePage;
export const convertPage = async (): Promise<ComponentType> =>
  (await import('../features/convert/page.tsx')).ConvertPage;
export const p2pMarketPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/market-page.tsx')).MarketPage;
export const escrowPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/escrow-page.tsx')).EscrowPage;
export const publishAdPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/publish-page.tsx')).PublishPage;
export const ownAdsPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/own-ads-page.tsx')).OwnAdsPage;
export const ownDealsPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/own-deals-page.tsx')).OwnDealsPage;
export const adDealsPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/ad-deals-page.tsx')).AdDealsPage;
export const traderPage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/trader-page.tsx')).TraderPage;
export const complaintPage = async (): Promise<ComponentType> =>
  (await import('../features/complaint/page.tsx')).ComplaintPage;
export const verifyEvidencePage = async (): Promise<ComponentType> =>
  (await import('../features/p2p/verify-evidence-page.tsx')).VerifyEvidencePage;
export const feesPage = async (): Promise<ComponentType> =>
  (await import('../features/fee/page.tsx')).FeesPage;
export const newCoinsPage = async (): Promise<ComponentType> =>
  (await import('../features/launch/page.tsx')).NewCoinsPage;
export const wealthPage = async (): Promise<ComponentType> =>
  (await import('../features/earn/page.tsx')).WealthPage;
export const pledgePage = async (): Promise<ComponentType> =>
  (await import('../features/earn/page.tsx')).PledgePage;
export const savingsPage = async (): Promise<ComponentType> =>
  (await import('../features/earn/savings-page.tsx')).SavingsPage;
export const sourcePage = async (): Promise<ComponentType> =>
  (await import('../features/earn/source-page.tsx')).SourcePage;
export const verifyPage = async (): Promise<ComponentType> =>
  (await import('../features/seconds/verify-page.tsx')).VerifyPage;
export const successPage = async (): Promise<ComponentType> =>
  (await import('./pages/success.tsx')).SuccessPage;
export const outboxPage = async (): Promise<ComponentType> =>
  (await import('../features/demo/ui/outbox-page.tsx')).OutboxPage;
export const allOrdersPage = async (): Promise<ComponentType> =>
  (await import('./pages/all-orders.tsx')).AllOrdersPage;
export const marginRecordsPage = async (): Promise<ComponentType> =>
  (await import('../features/margin/records-page.tsx')).MarginRecordsPage;
export const bindEmailRoute = async (): Promise<ComponentType> =>
  (await import('./pages/bind-email.tsx')).BindEmailRoute;
export const freezePage = async (): Promise<ComponentType> =>
  (await import('../features/account/ui/freeze-page.tsx')).FreezePage;
export const resetPasswordPage = async (): Promise<ComponentType> =>
  (await import('../features/account/ui/reset-password-page.tsx')).ResetPasswordPage;
export const addressesPage = async (): Promise<ComponentType> =>
  (await import('../features/custody/page.tsx')).AddressesPage;
export const setCashPage = async (): Promise<ComponentType> =>
  (await import('./pages/set-cash.tsx')).SetCashPage;
export const accountRoute = async (): Promise<ComponentType> =>
  (await import('./pages/account.tsx')).AccountRoute;
export const ordersPage = async (): Promise<ComponentType> =>
  (await import('../features/spot/ui/orders-page.tsx')).OrdersPage;
export const inboxPage = async (): Promise<ComponentType> =>
  (await import('../features/inbox/page.tsx')).InboxPage;
export const depositRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).DepositRoute;
export const statementPage = async (): Promise<ComponentType> =>
  (await import('../features/wallet/ui/statement-page.tsx')).StatementPage;
export const acceptorsPage = async (): Promise<ComponentType> =>
  (await import('../features/acceptor/page.tsx')).AcceptorsPage;
export const acceptorDealsPage = async (): Promise<ComponentType> =>
  (await import('../features/acceptor/page.tsx')).AcceptorDealsPage;
export const regionPage = async (): Promise<ComponentType> =>
  (await import('../features/acceptor/page.tsx')).RegionPage;
export const paymentPage = async (): Promise<ComponentType> =>
  (await import('../features/payment/page.tsx')).PaymentPage;
export const recordsPage = async (): Promise<ComponentType> =>
  (await import('../features/custody/ui/records-page.tsx')).RecordsPage;
export const receiptPage = async (): Promise<ComponentType> =>
  (await import('../features/identity/ui/receipt-page.tsx')).ReceiptPage;
export const identityPage = async (): Promise<ComponentType> =>
  (await import('../features/identity/page.tsx')).IdentityPage;
export const referralPage = async (): Promise<ComponentType> =>
  (await import('../features/account/ui/referral-page.tsx')).ReferralPage;
export const overviewPage = async (): Promise<ComponentType> =>
  (await import('../features/wallet/ui/overview-page.tsx')).OverviewPage;
export const transferPage = async (): Promise<ComponentType> =>
  (await import('../features/wallet/ui/transfers-page.tsx')).TransferPage;
export const marginWalletRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).MarginWalletRoute;
export const secondsWalletRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).SecondsWalletRoute;
export const spotWalletRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).SpotWalletRoute;
export const p2pWalletRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).P2pWalletRoute;
export const p2pCurrencyRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).P2pCurrencyRoute;
export const spotCurrencyRoute = async (): Promise<ComponentType> =>
  (await import('./pages/wallets.tsx')).SpotCurrencyRoute;
export const transferRecordPage = async (): Promise<ComponentType> =>
  (await import('../features/wallet/ui/transfers-page.tsx')).TransferRecordPage;
export const rebatePage = async (): Promise<ComponentType> =>
  (await import('../features/rebate/page.tsx')).RebatePage;
export const votesPage = async (): Promise<ComponentType> =>
  (await import('../features/vote/page.tsx')).VotesPage;
export const tokenSalesPage = async (): Promise<ComponentType> =>
  (await import('../features/sale/page.tsx')).TokenSalesPage;
export const crowdfundingPage = async (): Promise<ComponentType> =>
  (await import('../features/sale/page.tsx')).CrowdfundingPage;
