import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../gateway/refusal.ts';
import { addressOf, isPublicAddress } from '../../outgoing/public-address.ts';
import { isLoopbackAllowed, webhookUrl } from './webhook-target.ts';

vi.mock('node:dns/promises');

describe('the address of an endpoint', () => {
  it.each(['https://example.com/', 'https://example.com:8443/hook?token=1'])('may be %s', (url) => {
    expect(webhookUrl(url, false)).toBe(url);
    expect(webhookUrl(` ${url} `, true)).toBe(url);
  });

  it.each([
    'http://example.com/',
    'https://example.com:22/',
    'https://example.com:80/',
    'https://user:word@example.com/',
    'https://user@example.com/',
    'https://example.com/#part',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/',
    'https://[::ffff:7f00:1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://intranet/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'example.com',
    '',
  ])('may not be %s', (url) => {
    expect(() => webhookUrl(url, false)).toThrow(Refusal);
  });

  it('may be this machine in a demo on it, and no other by http', () => {
    expect(webhookUrl('http://localhost:3999/a', true)).toBe('http://localhost:3999/a');
    expect(webhookUrl('http://127.0.0.1:3999/', true)).toBe('http://127.0.0.1:3999/');
    expect(() => webhookUrl('http://example.com/', true)).toThrow(Refusal);
    expect(() => webhookUrl('ftp://localhost/', true)).toThrow(Refusal);
  });
});

describe('a connection', () => {
  it.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:2::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    'fec0::1',
    'ff02::1',
    'no address',
    '',
  ])('never goes to %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '2606:4700::1111',
    '2a00:1450::1',
  ])('may go to %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('goes to the address that was looked at, and nowhere where one of the name is not public', async () => {
    const url = new URL('https://merchant.example/');
    const of = (...addresses: readonly string[]) => {
      vi.mocked(lookup).mockResolvedValueOnce(
        addresses.map((address) => ({ address, family: isIP(address) })) as never,
      );
      return addressOf(url, true);
    };
    expect(await of('93.184.216.34', '2606:4700::1111')).toBe('93.184.216.34');
    expect(await of('93.184.216.34', '10.0.0.1')).toBeUndefined();
    expect(await of('::ffff:127.0.0.1')).toBeUndefined();
    expect(await of('127.0.0.1')).toBeUndefined();
    expect(await of()).toBeUndefined();
  });

  it('goes to this machine in a demo on it alone, without a question for its name', async () => {
    for (const name of ['localhost', '127.0.0.1'])
      expect(await addressOf(new URL(`http://${name}/`), true)).toBe('127.0.0.1');
    expect(await addressOf(new URL('http://[::1]/'), true)).toBe('::1');
    expect(await addressOf(new URL('http://localhost/'), false)).toBeUndefined();
    expect(isLoopbackAllowed({ isDemo: true, isDemoPublic: false })).toBe(true);
    expect(isLoopbackAllowed({ isDemo: true, isDemoPublic: true })).toBe(false);
    expect(isLoopbackAllowed({ isDemo: false, isDemoPublic: false })).toBe(false);
  });
});
