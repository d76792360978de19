import type { Permission } from '@meridian/contract/office/permissions';
import type { AuthProvider, UserIdentity } from 'react-admin';
import { call, isSessionOver, type Input } from './http.ts';
import { forgetSession, keepSession, sessionToken } from './session.ts';

const ARRIVES_MS = 1_000;

/** Who is logged in. `permissions` decides what is shown; the server decides what is allowed. */
export const authProvider = {
  async login(input: Input<'POST /office/api/login'>): Promise<void> {
    keepSession(await call('POST /office/api/login', input));
  },
  async logout(): Promise<void> {
    // The session ends here whether or not the server hears of it.
    if (sessionToken() !== undefined)
      await call('POST /office/api/logout', {}).catch(() => undefined);
    forgetSession();
  },
  async checkAuth(): Promise<void> {
    if (sessionToken() !== undefined) return;
    // Whoever is refused is sent to the login and asks again at once. On the way there already,
    // that would starve the way.
    if (location.hash.startsWith('#/login'))
      await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS));
    throw new Error('Please log in.');
  },
  async checkError(error: unknown): Promise<void> {
    // Who catches this logs out, and says why only while there still is a session.
    if (isSessionOver(error)) throw new Error('Your session is over. Please log in again.');
  },
  async getIdentity(): Promise<UserIdentity> {
    const { id, name, account } = await call('GET /office/api/me', {});
    return { id, fullName: name === '' ? account : name };
  },
  async getPermissions(): Promise<Permission[]> {
    if (sessionToken() === undefined) return [];
    return (await call('GET /office/api/me', {})).permissions;
  },
} satisfies AuthProvider;
