import { expect, test } from 'vitest';
import { isStoredAs } from './stored.ts';
import {
  beginSession,
  dropSession,
  endSessionBy,
  isLoggedIn,
  isSessionEnding,
  OF_SESSION,
  rememberIdentity,
  useSession,
} from './session.ts';

test('a call that ends the session is no expiry while it is under way, and logs out where it succeeds', async () => {
  beginSession('a token');
  const during = await endSessionBy(() =>
    Promise.resolve({ isEnding: isSessionEnding(), wasLoggedIn: isLoggedIn() }),
  );
  expect(during).toEqual({ isEnding: true, wasLoggedIn: true });
  expect(isLoggedIn()).toBe(false);
  expect(isSessionEnding()).toBe(false);
});

test('where such a call is refused, the session goes on and its expiry is told again', async () => {
  beginSession('a token');
  await expect(endSessionBy(() => Promise.reject(new Error('there are orders')))).rejects.toThrow(
    'there are orders',
  );
  expect(isLoggedIn()).toBe(true);
  expect(isSessionEnding()).toBe(false);
});

test('a session knows a merchant, and the next one does not inherit it', () => {
  const identity = { id: 7, accountNumber: '10000000007', referralCode: 'A' };
  beginSession('a token');
  expect(useSession.getState().isSeller).toBe(false);
  rememberIdentity({ ...identity, isSeller: true });
  expect(useSession.getState().isSeller).toBe(true);
  rememberIdentity({ ...identity, isSeller: false });
  expect(useSession.getState().isSeller).toBe(false);
  rememberIdentity({ ...identity, isSeller: true });
  dropSession();
  expect(useSession.getState().isSeller).toBe(false);
});

test.each([
  ['token', true],
  ['user_id', true],
  ['accountNum', true],
  [null, true],
  ['night_mode', false],
])('a change of %s in another tab is one of the session: %s', (name, isSession) => {
  expect(isStoredAs(name, OF_SESSION)).toBe(isSession);
});
