import { expect, test } from 'vitest';
import { filledLink } from './site-links.ts';

const ANNE = { userId: '100001', accountNumber: '13800001234' };

test('a link names who follows it, encoded', () => {
  expect(filledLink('https://help.example/?u={id}&n={name}&again={id}', ANNE)).toBe('https://help.example/?u=100001&n=13800001234&again=100001');
  expect(filledLink('https://help.example/?n={name}', { userId: '1', accountNumber: 'a&b=c' })).toBe('https://help.example/?n=a%26b%3Dc');
  expect(filledLink('mailto:help@example.com?subject={name}', { userId: undefined, accountNumber: undefined })).toBe('mailto:help@example.com?subject=');
});

test.each([undefined, '', '   ', 'javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//elsewhere.example', '/\\elsewhere.example'])('%j leads nowhere', (link) => {
  expect(filledLink(link, ANNE)).toBeUndefined();
});

test.each(['/components/noticeDetail?id=1001', 'HTTPS://a.example', 'tel:+15550100'])('%j leads somewhere', (link) => expect(filledLink(link, ANNE)).toBe(link));
