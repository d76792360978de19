import { expect, test } from 'vitest';
import { addressText, filledAddress } from './site-links.ts';

const VISITOR = { userId: '100007', accountNumber: '138 & 5678' };
const NOBODY = { userId: undefined, accountNumber: undefined };

test.each([
  [
    'https://help.example/?u={id}&n={name}&again={id}',
    VISITOR,
    'https://help.example/?u=100007&n=138%20%26%205678&again=100007',
  ],
  ['mailto:a@b.example?subject={name}', NOBODY, 'mailto:a@b.example?subject='],
  [' /components/noticeDetail?id=1 ', NOBODY, '/components/noticeDetail?id=1'],
  [
    'https://help.example/$&/{name}',
    { userId: '1', accountNumber: '$&' },
    'https://help.example/$&/%24%26',
  ],
  ['', VISITOR, undefined],
  ['javascript:alert(1)', VISITOR, undefined],
  ['{name}', { userId: '1', accountNumber: 'javascript:alert(1)' }, undefined],
  ['//evil.example', VISITOR, undefined],
  ['/\\evil.example', VISITOR, undefined],
  ['data:text/html,x', VISITOR, undefined],
])('%s for %o is %s', (template, visitor, address) =>
  expect(filledAddress(template, visitor)).toBe(address),
);

test.each([
  ['mailto:help@meridian.example?subject=100007', 'help@meridian.example'],
  ['MAILTO:help%2Beu@meridian.example', 'help+eu@meridian.example'],
  ['tel:+4930123456', '+4930123456'],
  ['mailto:100%@meridian.example', '100%@meridian.example'],
  ['mailto:?subject=1', undefined],
  ['https://help.example/?u=1', undefined],
  ['/help', undefined],
])('of %s a visitor without a mail program reads %s', (address, text) =>
  expect(addressText(address)).toBe(text),
);
