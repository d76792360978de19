import type { deviceRemember } from '@meridian/contract/security/calls';
import { apiCall } from './http/api-call.ts';
import { writeStored } from './stored.ts';

const fetchDevice = apiCall<typeof deviceRemember>({ method: 'POST', path: '/api/safe/device' });

/**
 * Keeps what shows at later logins that this account was opened in this browser before, so that
 * strangers who guess its password keep nobody waiting here. For right after a login or a new
 * password; without it everything works. Never waited for.
 */
export function rememberDevice(): void {
  fetchDevice({}).then(
    (token) => writeStored('device', token),
    () => undefined,
  );
}
