import { expect, test } from 'vitest';
import { pathOfHash } from './hash-address.ts';

test.each([
  ['#/upstart', '/upstart'],
  ['#/components/login', '/components/login'],
  ['#/c2cDetail?id=3', '/c2cDetail?id=3'],
  ['#/', '/'],
  ['', undefined],
  ['#section', undefined],
  ['#//evil.example', undefined],
  ['#/\\evil.example', undefined],
])('%s means %s', (hash, path) => expect(pathOfHash(hash)).toBe(path));
