import type { Input } from '@meridian/contract/client/named-calls';
import type { Permission } from '@meridian/contract/office/permissions';
import type { AuthProvider, UserIdentity } from 'react-admin';
import { call, isSessionOver } from './http.ts';
import { forgetSession, keepSession, sessionToken } from './session.ts';

const ARRIVES_MS = 1_000;

/**
 * Session and identity of the operator. `permissions` decides which pages and actions are shown;
 * the server decides which calls are allowed.
 */
export const authProvider = {
  async login(input: Input<'POST /office/api/login'>): Promise<void> {
    keepSession(await call('POST /office/api/login', input));
  },
  async logout(): Promise<void> {
    // The session ends here even if the server does not answer.
    if (sessionToken() !== undefined)
      await call('POST /office/api/logout', {}).catch(() => undefined);
    forgetSession();
  },
  async checkAuth(): Promise<void> {
    if (sessionToken() !== undefined) return;
    // react-admin redirects a refused operator to the login and checks again at once. During that
    // redirect, an immediate refusal would starve the navigation.
    if (location.hash.startsWith('#/login'))
      await new Promise((resolve) => setTimeout(resolve, ARRIVES_MS));
    throw new Error('Please log in.');
  },
  async checkError(error: unknown): Promise<void> {
    // react-admin logs out on a throw, and shows the message only while a session exists.
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
