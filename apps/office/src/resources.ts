import { adjustmentsResource } from './adjustments/adjustments-resource.ts';
import { auditResource } from './audit/audit-resource.ts';
import { articlesResource } from './content/articles-resource.ts';
import { dashboardResource } from './dashboard/dashboard-resource.ts';
import { identityResource } from './identity/identity-resource.ts';
import { currenciesResource } from './markets/currencies-resource.ts';
import { marketsResource } from './markets/markets-resource.ts';
import { meResource } from './me/me-resource.ts';
import { operatorsResource } from './operators/operators-resource.ts';
import type { OfficeResource } from './resource.ts';
import { settingsResource } from './settings/settings-resource.ts';
import { usersResource } from './users/users-resource.ts';

/** Every area, in the order of the menu. */
export const RESOURCES: readonly OfficeResource[] = [
  dashboardResource,
  usersResource,
  identityResource,
  adjustmentsResource,
  articlesResource,
  currenciesResource,
  marketsResource,
  settingsResource,
  operatorsResource,
  auditResource,
  meResource,
];
