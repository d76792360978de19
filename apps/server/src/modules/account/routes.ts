import {
  INVITATION_LEVELS,
  userCenter,
  userCountries,
  userInfo,
  userInvitees,
  type UserInfo,
} from '@meridian/contract/account/calls';
import { REVIEW_STATUS } from '@meridian/contract/identity/calls';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallRegistry } from '../../gateway/handler.ts';
import type { LiveView } from '../live-view.ts';
import { unitScale, usdtWorth } from '../market/valuation.ts';
import type { AccountServices } from './account-services.ts';
import { registerAddressRoutes } from './address-routes.ts';
import { findById, type UserRow } from './accounts.ts';
import { COUNTRIES } from './countries.ts';
import { registerFreezeRoutes } from './freeze-routes.ts';
import { invitationTotals, invitees } from './invitations.ts';
import { registerPasswordRoutes } from './password-routes.ts';
import { registerSessionRoutes } from './session-routes.ts';

/** Accounts: registration, sessions, passwords, addresses, and the owner's own data. */
export function registerAccountRoutes(gateway: CallRegistry, services: AccountServices): void {
  const { queries, live } = services;
  registerSessionRoutes(gateway, services);
  registerAddressRoutes(gateway, services);
  registerPasswordRoutes(gateway, services);
  registerFreezeRoutes(gateway, services);

  gateway.registerCall(userInfo, async ({ session }) =>
    userInfoOf(await findById(queries, session.user), live),
  );
  gateway.registerCall(userCenter, async ({ session }) => {
    const { review_status } = await findById(queries, session.user);
    return { review_status: REVIEW_STATUS[review_status] };
  });
  gateway.registerCall(userCountries, () => [...COUNTRIES]);
  gateway.registerCall(userInvitees, async ({ session, input }) => {
    const page = input.page ?? 1;
    const [totals, list] = await Promise.all([
      invitationTotals(queries, session.user),
      invitees(queries, session.user, page),
    ]);
    return {
      totals: Array.from(
        { length: INVITATION_LEVELS },
        (_none, index) => totals.get(index + 1) ?? 0,
      ),
      list,
      page,
    };
  });
}

/** Worth of all wallets in USDT, available and held, rounded down. */
function totalAssets(live: LiveView, user: number): string {
  const holdings = live
    .balances(user)
    .map(({ currency, available, held }) => ({ currency, units: available + held }));
  return formatDecimal(usdtWorth(live, holdings), unitScale(live));
}

function userInfoOf(user: UserRow, live: LiveView): UserInfo {
  const { isMerchant = false, isAway = false } = live.p2p.trader(Number(user.id)) ?? {};
  return {
    id: Number(user.id),
    account: user.account,
    account_number: user.account_number,
    extension_code: user.extension_code,
    email: user.email ?? '',
    phone: user.mobile ?? '',
    is_seller: isMerchant ? 1 : 0,
    // A merchant has one shop, which is closed while it takes no orders.
    seller: isMerchant ? [isAway ? 0 : 1] : [],
    review_status: REVIEW_STATUS[user.review_status],
    country_id: user.country_id ?? 0,
    total_assets: totalAssets(live, Number(user.id)),
  };
}
