import type { Output } from '@meridian/contract/client/named-calls';
import type { StepUpMethod as WireMethod } from '@meridian/contract/security/calls';
import { queryOptions } from '@tanstack/react-query';
import { apiCall } from '../http/api-call.ts';
import { isLoggedIn, OWN } from '../session.ts';
import type { SecurityState, StepUpMethod } from './security-state.ts';

const fetchState = apiCall('GET /api/safe/state');
const prove = apiCall('POST /api/safe/step_up');
const beginPasskey = apiCall('POST /api/safe/step_up_begin');

/**
 * Second factors, bound addresses, accepted step-up methods, and the end of a hold of withdrawals.
 */
export const securityStateQuery = queryOptions({
  queryKey: [OWN, 'security'],
  queryFn: async ({ signal }) => securityStateOf(await fetchState({}, { signal })),
  enabled: isLoggedIn,
});

/** Proves the user's identity by something that they type. */
export async function proveTyped(
  method: Exclude<StepUpMethod, 'passkey'>,
  value: string,
): Promise<void> {
  await prove({ method: method === 'fundPassword' ? 'fund_password' : method, value });
}

/**
 * Proves it by a passkey.
 * @param ask asks the browser for it; given by the caller, so that pages that only read the state
 *   do not fetch its code
 */
export async function proveByPasskey(ask: (options: string) => Promise<string>): Promise<void> {
  const { ticket, options } = await beginPasskey({});
  await prove({ method: 'passkey', ticket, value: await ask(options) });
}

function methodOf(name: WireMethod): StepUpMethod {
  return name === 'fund_password' ? 'fundPassword' : name;
}

function securityStateOf(row: Output<'GET /api/safe/state'>): SecurityState {
  return {
    email: row.email,
    phone: row.phone,
    hasTotp: row.totp,
    passkeys: row.passkeys.map(({ id, name, created_time, last_used_time }) => ({
      id,
      name,
      createdAt: created_time,
      lastUsedAt: last_used_time,
    })),
    recoveryCodesLeft: row.recovery_codes_left,
    hasFundPassword: row.fund_password,
    isFundPasswordLocked: row.fund_password_locked,
    antiPhishingCode: row.anti_phishing_code,
    withdrawalsHeldUntil: row.withdrawals_held_until,
    stepUpMethods: row.step_up_methods.map(methodOf),
  };
}
