import { expect, test } from 'vitest';
import { registrationLink } from './registration-link.ts';

test('carries the code to the registration', () => {
  const { pathname, searchParams, origin } = new URL(
    registrationLink('https://exchange.test', 'A&B=1'),
  );
  expect([origin, pathname, searchParams.get('extension_code')]).toEqual([
    'https://exchange.test',
    '/components/register',
    'A&B=1',
  ]);
});
