import { UPLOAD_RULES } from '@meridian/contract/identity/calls';
import { expect, test } from 'vitest';
import { pictureFault } from './picture-rules.ts';

test.each([
  ['image/jpeg', 1, undefined],
  ['image/png', UPLOAD_RULES.bytes, undefined],
  ['image/png', UPLOAD_RULES.bytes + 1, 'size'],
  ['image/gif', 1, 'type'],
  ['application/pdf', 1, 'type'],
  ['', 1, 'type'],
])('a file of %s with %i bytes: %s', (type, size, fault) =>
  expect(pictureFault({ type, size })).toBe(fault),
);
