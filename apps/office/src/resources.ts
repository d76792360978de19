import { acceptorsResource } from './acceptor/acceptors-resource.ts';
import { agentsResource } from './acceptor/agents-resource.ts';
import { complaintsResource } from './complaint/complaints-resource.ts';
import { dealsResource } from './acceptor/deals-resource.ts';
import { adjustmentsResource } from './wallet/adjustments-resource.ts';
import { auditResource } from './office/audit/audit-resource.ts';
import { articlesResource } from './news/articles-resource.ts';
import { contestRankingResource } from './contest/contest-ranking-resource.ts';
import { contestsResource } from './contest/contests-resource.ts';
import { earnLocksResource } from './earn/earn-locks-resource.ts';
import { earnProductsResource } from './earn/earn-products-resource.ts';
import { earnSavingsResource } from './earn/earn-savings-resource.ts';
import { earnSourcesResource } from './earn/earn-sources-resource.ts';
import { contractExposureResource } from './office/dashboard/exposure-resource.ts';
import { insuranceResource } from './seconds/insurance-resource.ts';
import { marginTermsResource } from './margin/margin-terms-resource.ts';
import { positionsResource } from './margin/positions-resource.ts';
import { secondsTermsResource } from './seconds/seconds-terms-resource.ts';
import { ticketsResource } from './seconds/tickets-resource.ts';
import { winRatesResource } from './seconds/win-rates-resource.ts';
import {
  conversionsResource,
  convertDeskResource,
  convertHedgesResource,
  convertQuotesResource,
} from './convert/convert-resources.ts';
import { convertTermsResource } from './convert/convert-terms-resource.ts';
import { feeTiersResource } from './fee/fee-tiers-resource.ts';
import { launchCoinsResource } from './launch/launch-coins-resource.ts';
import {
  rebateFundsResource,
  rebateLinesResource,
  rebateRatesResource,
} from './rebate/rebate-resources.ts';
import { salesResource } from './sale/sales-resource.ts';
import { votesResource } from './vote/votes-resource.ts';
import { loanOffersResource } from './loan/loan-offers-resource.ts';
import { loanSumsResource } from './loan/loan-sums-resource.ts';
import { loansResource } from './loan/loans-resource.ts';
import { claimsResource } from './custody/claims-resource.ts';
import { depositsResource } from './custody/deposits-resource.ts';
import { networksResource } from './custody/networks-resource.ts';
import { coldStorageResource, reservesResource } from './custody/reserves-resource.ts';
import { withdrawalsResource } from './custody/withdrawals-resource.ts';
import { dashboardResource } from './office/dashboard/dashboard-resource.ts';
import { faultsResource } from './faults/faults-resource.ts';
import { houseResource } from './custody/house-resource.ts';
import { identityResource } from './identity/identity-resource.ts';
import { currenciesResource } from './market/currencies-resource.ts';
import { marketsResource } from './market/markets-resource.ts';
import { meResource } from './office/me/me-resource.ts';
import { operatorsResource } from './office/operators/operators-resource.ts';
import {
  operatorCustomersResource,
  ownCustomersResource,
} from './office/operators/own-customers-resources.ts';
import type { OfficeResource } from './resource.ts';
import { ordersResource } from './spot/orders-resource.ts';
import { appealsResource } from './p2p/appeals-resource.ts';
import { p2pAdsResource } from './p2p/p2p-ads-resource.ts';
import { p2pDealsResource } from './p2p/p2p-deals-resource.ts';
import { p2pStateResource } from './p2p/p2p-state-resource.ts';
import { p2pTermsResource } from './p2p/p2p-terms-resource.ts';
import { p2pTradersResource } from './p2p/p2p-traders-resource.ts';
import { paymentsResource } from './payment/payments-resource.ts';
import { proposalsResource } from './office/proposals/proposals-resource.ts';
import { settingsResource } from './site/settings-resource.ts';
import { usersResource } from './account/users-resource.ts';

/** Every area, in the order of the menu. */
export const RESOURCES: readonly OfficeResource[] = [
  dashboardResource,
  proposalsResource,
  usersResource,
  identityResource,
  complaintsResource,
  adjustmentsResource,
  withdrawalsResource,
  depositsResource,
  claimsResource,
  paymentsResource,
  reservesResource,
  coldStorageResource,
  houseResource,
  networksResource,
  appealsResource,
  dealsResource,
  acceptorsResource,
  agentsResource,
  p2pStateResource,
  p2pDealsResource,
  p2pAdsResource,
  p2pTradersResource,
  p2pTermsResource,
  ordersResource,
  contractExposureResource,
  positionsResource,
  ticketsResource,
  winRatesResource,
  marginTermsResource,
  secondsTermsResource,
  insuranceResource,
  earnProductsResource,
  earnSourcesResource,
  earnLocksResource,
  earnSavingsResource,
  conversionsResource,
  convertQuotesResource,
  convertHedgesResource,
  convertDeskResource,
  convertTermsResource,
  loansResource,
  loanSumsResource,
  loanOffersResource,
  feeTiersResource,
  launchCoinsResource,
  salesResource,
  votesResource,
  rebateRatesResource,
  rebateFundsResource,
  rebateLinesResource,
  contestsResource,
  contestRankingResource,
  articlesResource,
  currenciesResource,
  marketsResource,
  settingsResource,
  operatorsResource,
  operatorCustomersResource,
  faultsResource,
  auditResource,
  meResource,
  ownCustomersResource,
];
