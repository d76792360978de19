import { expect, test } from 'vitest';
import { beginSession, endSessionBy, isLoggedIn, isSessionEnding } from './session.ts';

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
