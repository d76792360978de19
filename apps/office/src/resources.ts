import { acceptorsResource } from './acceptors/acceptors-resource.ts';
import { agentsResource } from './acceptors/agents-resource.ts';
import { dealsResource } from './acceptors/deals-resource.ts';
import { adjustmentsResource } from './adjustments/adjustments-resource.ts';
import { auditResource } from './audit/audit-resource.ts';
import { articlesResource } from './content/articles-resource.ts';
import { contestRankingResource } from './contests/contest-ranking-resource.ts';
import { contestsResource } from './contests/contests-resource.ts';
import { contractExposureResource } from './contracts/exposure-resource.ts';
import { insuranceResource } from './contracts/insurance-resource.ts';
import { marginTermsResource } from './contracts/margin-terms-resource.ts';
import { positionsResource } from './contracts/positions-resource.ts';
import { secondsTermsResource } from './contracts/seconds-terms-resource.ts';
import { ticketsResource } from './contracts/tickets-resource.ts';
import { winRatesResource } from './contracts/win-rates-resource.ts';
import { claimsResource } from './custody/claims-resource.ts';
import { depositsResource } from './custody/deposits-resource.ts';
import { networksResource } from './custody/networks-resource.ts';
import { coldStorageResource, reservesResource } from './custody/reserves-resource.ts';
import { withdrawalsResource } from './custody/withdrawals-resource.ts';
import { dashboardResource } from './dashboard/dashboard-resource.ts';
import { faultsResource } from './faults/faults-resource.ts';
import { houseResource } from './house/house-resource.ts';
import { identityResource } from './identity/identity-resource.ts';
import { currenciesResource } from './markets/currencies-resource.ts';
import { marketsResource } from './markets/markets-resource.ts';
import { meResource } from './me/me-resource.ts';
import { operatorsResource } from './operators/operators-resource.ts';
import {
  operatorCustomersResource,
  ownCustomersResource,
} from './operators/own-customers-resources.ts';
import type { OfficeResource } from './resource.ts';
import { ordersResource } from './orders/orders-resource.ts';
import { paymentsResource } from './payments/payments-resource.ts';
import { proposalsResource } from './proposals/proposals-resource.ts';
import { settingsResource } from './settings/settings-resource.ts';
import { usersResource } from './users/users-resource.ts';

/** Every area, in the order of the menu. */
export const RESOURCES: readonly OfficeResource[] = [
  dashboardResource,
  proposalsResource,
  usersResource,
  identityResource,
  adjustmentsResource,
  withdrawalsResource,
  depositsResource,
  claimsResource,
  paymentsResource,
  reservesResource,
  coldStorageResource,
  houseResource,
  networksResource,
  dealsResource,
  acceptorsResource,
  agentsResource,
  ordersResource,
  contractExposureResource,
  positionsResource,
  ticketsResource,
  winRatesResource,
  marginTermsResource,
  secondsTermsResource,
  insuranceResource,
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
