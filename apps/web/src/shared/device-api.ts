import { apiCall } from './http/api-call.ts';
import { writeStored } from './stored.ts';

const fetchDevice = apiCall('POST /api/safe/device');

/**
 * Stores a token that proves at later logins that this account was opened in this browser before,
 * so that strangers' guesses at its password delay nobody here. Call it after a login or a new
 * password, without waiting: logins work without it too.
 */
export function rememberDevice(): void {
  fetchDevice({}).then(
    (token) => writeStored('device', token),
    () => undefined,
  );
}
