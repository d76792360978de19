import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseTimeoutMs: 30_000,
      mode: 'demo',
      clockStart: 'wall',
      startMode: 'normal',
      trustedProxies: [],
      feed: 'simulated',
      hasDemoSeasons: true,
      rateLimits: true,
      chains: { isLocal: true },
    });
  });

  it('takes an empty setting for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', FEED: ' ' })).toEqual(readConfig({}));
  });

  it('reads each setting', () => {
    const config = readConfig({ PORT: '0', DATABASE_URL: 'postgres://u:p@db/x', FEED: 'replay:/data/klines?speed=60', RATE_LIMITS: 'off' });
    expect(config).toMatchObject({ port: 0, databaseUrl: 'postgres://u:p@db/x', feed: 'replay:/data/klines?speed=60', rateLimits: false });
    expect(readConfig({ FEED: 'live:binance,okx' }).feed).toBe('live:binance,okx');
  });

  it('reads the nodes of chains, and wants a signer with them', () => {
    const signer = { SIGNER_SOCKET: '/run/signer.sock', SIGNER_APPROVAL_KEY: 'ab'.repeat(32) };
    expect(readConfig({ CHAIN_BTC_RPC: 'http://u:p@127.0.0.1:8332', CHAIN_BTC_NETWORK: 'testnet', ...signer })).toMatchObject({
      chains: { bitcoin: { url: 'http://u:p@127.0.0.1:8332', network: 'testnet' }, isLocal: false },
      signer: { socket: '/run/signer.sock' },
    });
    expect(() => readConfig({ CHAIN_ETH_RPC: 'http://127.0.0.1:8545' })).toThrow('CHAIN_..._RPC needs SIGNER_SOCKET and SIGNER_APPROVAL_KEY');
    expect(readConfig({ CHAIN_LOCAL: 'off' }).chains.isLocal).toBe(false);
    expect([readConfig({}), readConfig({ CONTEST: 'off' })].map(({ hasDemoSeasons }) => hasDemoSeasons)).toEqual([true, false]);
  });

  it('reads the payment gateway, wholly or not at all', () => {
    const secret = 'c'.repeat(32);
    const payment = { PAYMENT_GATEWAY_URL: 'https://pay.example/gate', PAYMENT_MERCHANT_ID: 'M-1', PAYMENT_MD5_KEY: 'md5', PAYMENT_CALLBACK_SECRET: secret, PUBLIC_URL: 'https://exchange.example' };
    expect(readConfig(payment).payment).toEqual({ url: 'https://pay.example/gate', merchantId: 'M-1', md5Key: 'md5', callbackSecret: secret });
    for (const name of ['PAYMENT_GATEWAY_URL', 'PAYMENT_MERCHANT_ID', 'PAYMENT_MD5_KEY', 'PAYMENT_CALLBACK_SECRET', 'PUBLIC_URL']) expect(() => readConfig({ ...payment, [name]: '' }), name).toThrow(name);
    expect(() => readConfig({ ...payment, PAYMENT_CALLBACK_SECRET: 'short' })).toThrow('PAYMENT_CALLBACK_SECRET');
    expect(() => readConfig({ ...payment, PAYMENT_MD5_KEY: secret })).toThrow('PAYMENT_CALLBACK_SECRET');
    expect(() => readConfig({ ...payment, MODE: 'production', PAYMENT_GATEWAY_URL: 'http://pay.example' })).toThrow('without https');
  });

  it.each([
    ['PAYMENT_GATEWAY_URL', 'ftp://x'], ['PORT', '65536'], ['CHAIN_ETH_RPC', 'ws://x'], ['CHAIN_BTC_NETWORK', 'main'], ['SIGNER_APPROVAL_KEY', 'short'], ['CHAIN_LOCAL', 'yes'], ['CONTEST', 'yes'], ['PORT', '-1'], ['PORT', '3e3'], ['PORT', 'abc'], ['HOST', 'a b'], ['MODE', 'prod'], ['FEED', 'replay:'], ['FEED', 'fake'],
    ['FEED', 'live:Binance;'], ['RATE_LIMITS', 'no'], ['DATABASE_URL', 'mysql://x'], ['DATABASE_URL', 'postgres://'],
    ['DATABASE_TIMEOUT', '0'], ['DATABASE_TIMEOUT', '601'], ['DATABASE_TIMEOUT', '1.5'],
    ['SMTP_URL', 'http://x'], ['SMS_URL', 'twilio'], ['SECRET_KEY', 'short'], ['PUBLIC_URL', 'https://x/path'], ['PUBLIC_URL', 'x'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('names every wrong setting at once', () => {
    expect(() => readConfig({ PORT: 'x', MODE: 'y' })).toThrow(/PORT.*MODE/);
  });

  it('refuses in production what only a demo may have', () => {
    expect(() => readConfig({ MODE: 'production' })).toThrow('simulated');
    expect(() => readConfig({ MODE: 'production', FEED: 'live:binance,okx', RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS');
    const whole = { MODE: 'production', FEED: 'live:binance,okx', SECRET_KEY: 'x'.repeat(32), PUBLIC_URL: 'https://exchange.example/', TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8' };
    expect(readConfig(whole)).toMatchObject({ mode: 'production', publicUrl: 'https://exchange.example', trustedProxies: ['127.0.0.1', '10.0.0.0/8'] });
    for (const TRUSTED_PROXIES of ['', 'proxy.example', '10.0.0.0/99']) expect(() => readConfig({ ...whole, TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES');
    expect(readConfig({ ...whole, HOST: '203.0.113.7', TRUSTED_PROXIES: '' })).toMatchObject({ trustedProxies: [] });
    expect(() => readConfig({ ...whole, SECRET_KEY: '' })).toThrow('SECRET_KEY');
    expect(() => readConfig({ ...whole, PUBLIC_URL: '' })).toThrow('PUBLIC_URL');
  });

  it('reads where messages go out', () => {
    expect(readConfig({ SMTP_URL: 'smtps://a:b@mail.example', MAIL_FROM: 'Meridian <m@example.com>' }).mail).toEqual({ url: 'smtps://a:b@mail.example', from: 'Meridian <m@example.com>' });
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM');
    expect(readConfig({ SMS_URL: 'https://A:T@api.twilio.com/?from=%2B1' }).smsUrl).toBe('https://A:T@api.twilio.com/?from=%2B1');
  });
});
