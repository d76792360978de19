import { auditResource } from './audit/audit-resource.ts';
import { dashboardResource } from './dashboard/dashboard-resource.ts';
import { identityResource } from './identity/identity-resource.ts';
import { meResource } from './me/me-resource.ts';
import type { OfficeResource } from './resource.ts';
import { usersResource } from './users/users-resource.ts';

/** Every area, in the order of the menu. */
export const RESOURCES: readonly OfficeResource[] = [
  dashboardResource,
  usersResource,
  identityResource,
  auditResource,
  meResource,
];
