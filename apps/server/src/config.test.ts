import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

/** Settings with which production starts. */
const PRODUCTION = {
  MODE: 'production',
  FEED: 'live:binance,okx,kraken',
  SECRET_KEY: 'Zq3vT8mK1xW6bN9rL4cY7dP2fH5jS0aG',
  PUBLIC_URL: 'https://exchange.example',
  OFFICE_URL: 'https://office.example',
  TRUSTED_PROXIES: '127.0.0.1',
};
/** The fault in these settings; '' if there is none. */
function messageOf(settings: Readonly<Record<string, string>>): string {
  try {
    readConfig(settings);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
const APPROVAL_KEY = '9f3a1c5e7b2d4860f1e2d3c4b5a69788';

describe('readConfig', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      dataDir: resolve('.data'),
      databaseUrl: undefined,
      databaseTimeoutMs: 30_000,
      operatorWaitMs: 0,
      mode: 'demo',
      clockStart: 'wall',
      startMode: 'normal',
      trustedProxies: [],
      feed: 'simulated',
      isDemoPublic: false,
      hasDemoSeasons: true,
      rateLimits: true,
      secretKeysOld: [],
      chains: { isLocal: true },
    });
  });

  it.each([
    ['OPERATOR_WAIT_HOUR', 'OPERATOR_WAIT_HOURS'],
    ['TRUSTED_PROXY', 'TRUSTED_PROXIES'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['SECRET_KEYS_OLD_FILES', 'SECRET_KEYS_OLD_FILE'],
    ['SIGNER_SOKET', 'SIGNER_SOCKET'],
    ['CHAN_LOCAL', 'CHAIN_LOCAL'],
    ['OFICE_URL', 'OFFICE_URL'],
    ['mode', 'MODE'],
    ['MERIDIAN_MODE', 'MODE'],
    ['START_MODE', 'START'],
    ['CLOCK_MODE', 'CLOCK'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['OLD_SECRET_KEYS', 'SECRET_KEYS_OLD'],
    ['TRUST_PROXY', 'TRUSTED_PROXIES'],
    ['PROXY_TRUSTED', 'TRUSTED_PROXIES'],
    ['SIGNER_MNEMONICS_FILE', 'SIGNER_MNEMONIC_FILE'],
  ])('refuses %s, which nobody reads, and names %s', (mistyped, meant) => {
    expect(() => readConfig({ [mistyped]: '1' })).toThrow(
      `${mistyped} is no setting: is ${meant} meant?`,
    );
  });

  it('takes an environment with names of others, of the signer, and of nothing', () => {
    const others = { NODE_ENV: 'production', XDG_DATA_HOME: '/x', MERIDIAN_URL: 'x', NODE: 'x' };
    const links = {
      DATABASE_PORT: 'tcp://x',
      SIGNER_SERVICE_HOST: 'x',
      METRICS_PORT_9_TCP_ADDR: 'x',
    };
    const near = {
      AMQP_URL: 'x',
      S3_URL: 'x',
      PUBLIC_IP: 'x',
      SECRET_KEY_BASE: 'x',
      SMTP_HOST: 'x',
    };
    const signer = { SIGNER_DIR: '/x', SIGNER_PASSPHRASE_FILE: '/x' };
    expect(readConfig({ ...others, ...links, ...near, ...signer, RATE_LIMIT: ' ' })).toEqual(
      readConfig({}),
    );
  });

  it.each([
    ['PUBLIC_URL', 'https://exchange.example'],
    ['OFFICE_URL', 'https://office.example'],
  ])('refuses a demo at %s=%s: its MODE was forgotten or mistyped', (name, value) => {
    expect(messageOf({ [name]: value })).toContain(`MODE=demo refuses a ${name}`);
    expect(messageOf({ [name]: value, DEMO_PUBLIC: 'on' })).toBe('');
    expect(messageOf({ [name]: 'http://127.0.0.1:3000' })).toBe('');
  });

  it('knows each setting that the document of the operators names', () => {
    const page = readFileSync('docs/operating/README.md', 'utf8');
    const rows = page.split('\n').filter((line) => line.startsWith('| `'));
    const names = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? []);
    expect(names.length).toBeGreaterThan(40);
    for (const name of names.filter((one) => !one.endsWith('_')))
      expect(messageOf({ [name]: 'x' }), name).not.toContain(`${name} is no setting`);
  });

  it('knows each setting of the deployment', () => {
    const lines = readFileSync('deploy/server.env', 'utf8').match(/^[A-Z_]+(?==)/gm) ?? [];
    const compose = readFileSync('compose.yaml', 'utf8').match(/^ {6}[A-Z_]+(?=:)/gm) ?? [];
    const ofServer = compose.map((line) => line.trim()).filter((name) => !/^POSTGRES/.test(name));
    expect(lines.length + ofServer.length).toBeGreaterThan(20);
    for (const name of [...lines, ...ofServer])
      expect(messageOf({ [name]: 'x' }), name).not.toContain(`${name} is no setting`);
  });

  it('takes an empty setting for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '', FEED: ' ' })).toEqual(readConfig({}));
  });

  it('reads each setting', () => {
    const config = readConfig({
      PORT: '0',
      DATABASE_URL: 'postgres://u:p@localhost/x',
      FEED: 'replay:/data/klines?speed=60',
      RATE_LIMITS: 'off',
    });
    expect(config).toMatchObject({
      port: 0,
      databaseUrl: 'postgres://u:p@localhost/x',
      feed: 'replay:/data/klines?speed=60',
      rateLimits: false,
    });
    expect(readConfig({ FEED: 'live:binance,okx' }).feed).toBe('live:binance,okx');
  });

  it('reads the nodes of chains, and wants a signer with them', () => {
    const signer = { SIGNER_SOCKET: '/run/signer.sock', SIGNER_APPROVAL_KEY: 'ab'.repeat(32) };
    const node = { url: 'http://u:p@127.0.0.1:8332' };
    expect(
      readConfig({
        CHAIN_BTC_RPC: node.url,
        CHAIN_BTC_RPC_2: node.url,
        CHAIN_BTC_NETWORK: 'testnet',
        ...signer,
      }),
    ).toMatchObject({
      chains: { bitcoin: { nodes: [node, node], network: 'testnet' }, isLocal: false },
      signer: { socket: '/run/signer.sock' },
    });
    expect(() => readConfig({ CHAIN_ETH_RPC: 'http://127.0.0.1:8545' })).toThrow(
      'CHAIN_..._RPC needs SIGNER_SOCKET and SIGNER_APPROVAL_KEY',
    );
    expect(readConfig({ CHAIN_LOCAL: 'off' }).chains.isLocal).toBe(false);
    expect(
      [readConfig({}), readConfig({ CONTEST: 'off' })].map(({ hasDemoSeasons }) => hasDemoSeasons),
    ).toEqual([true, false]);
  });

  it('wants two nodes of each chain, and in production two hosts', () => {
    const signer = {
      SIGNER_SOCKET: '/run/signer.sock',
      SIGNER_APPROVAL_KEY: `${APPROVAL_KEY}${'0c1d2e3f'.repeat(3)}a4b5c6d7`,
    };
    for (const name of ['CHAIN_ETH_RPC', 'CHAIN_BTC_RPC', 'CHAIN_TRON_RPC']) {
      const settings = { ...PRODUCTION, ...signer, [name]: 'https://a.example/key' };
      expect(() => readConfig(settings), name).toThrow(`${name}_2`);
      expect(
        () => readConfig({ ...PRODUCTION, ...signer, [`${name}_2`]: 'https://a.example' }),
        name,
      ).toThrow(`${name} and ${name}_2 go together`);
      expect(() => readConfig({ ...signer, [name]: 'http://127.0.0.1:1' }), name).toThrow(
        `${name} and ${name}_2 go together`,
      );
      for (const same of [
        'https://a.example/key',
        'https://u:p@A.example:8545/other',
        'https://a.example./',
      ])
        expect(() => readConfig({ ...settings, [`${name}_2`]: same }), same).toThrow(
          `MODE=production refuses a ${name}_2 of the same host`,
        );
      expect(() =>
        readConfig({
          ...settings,
          [name]: 'http://127.0.0.1:1',
          [`${name}_2`]: 'http://localhost:2',
        }),
      ).toThrow('of the same host');
      expect(() => readConfig({ ...settings, [`${name}_2`]: 'http://b.example' })).toThrow('https');
      expect(readConfig({ ...settings, [`${name}_2`]: 'https://b.example' }).mode).toBe(
        'production',
      );
    }
    const tron = {
      CHAIN_TRON_RPC: 'https://a.example',
      CHAIN_TRON_RPC_2: 'https://b.example',
      CHAIN_TRON_KEY: 'k1',
      CHAIN_TRON_KEY_2: 'k2',
    };
    expect(readConfig({ ...PRODUCTION, ...signer, ...tron }).chains.tron?.nodes).toEqual([
      { url: 'https://a.example', apiKey: 'k1' },
      { url: 'https://b.example', apiKey: 'k2' },
    ]);
  });

  it('reads the payment gateway, wholly or not at all', () => {
    const secret = 'c'.repeat(32);
    const payment = {
      PAYMENT_GATEWAY_URL: 'https://127.0.0.1/gate',
      PAYMENT_MERCHANT_ID: 'M-1',
      PAYMENT_MD5_KEY: 'md5',
      PAYMENT_CALLBACK_SECRET: secret,
      PUBLIC_URL: 'http://127.0.0.1:3000',
    };
    expect(readConfig(payment).payment).toEqual({
      url: 'https://127.0.0.1/gate',
      merchantId: 'M-1',
      md5Key: 'md5',
      callbackSecret: secret,
    });
    for (const name of [
      'PAYMENT_GATEWAY_URL',
      'PAYMENT_MERCHANT_ID',
      'PAYMENT_MD5_KEY',
      'PAYMENT_CALLBACK_SECRET',
      'PUBLIC_URL',
    ])
      expect(() => readConfig({ ...payment, [name]: '' }), name).toThrow(name);
    expect(() => readConfig({ ...payment, PAYMENT_CALLBACK_SECRET: 'short' })).toThrow(
      'PAYMENT_CALLBACK_SECRET',
    );
    expect(() => readConfig({ ...payment, PAYMENT_MD5_KEY: secret })).toThrow(
      'PAYMENT_CALLBACK_SECRET',
    );
    expect(() =>
      readConfig({ ...payment, MODE: 'production', PAYMENT_GATEWAY_URL: 'http://pay.example' }),
    ).toThrow('without https');
  });

  it.each([
    ['PAYMENT_GATEWAY_URL', 'ftp://x'],
    ['PORT', '65536'],
    ['CHAIN_ETH_RPC', 'ws://x'],
    ['CHAIN_BTC_NETWORK', 'main'],
    ['SIGNER_APPROVAL_KEY', 'short'],
    ['CHAIN_LOCAL', 'yes'],
    ['CONTEST', 'yes'],
    ['PORT', '-1'],
    ['PORT', '3e3'],
    ['PORT', 'abc'],
    ['HOST', 'a b'],
    ['MODE', 'prod'],
    ['FEED', 'replay:'],
    ['FEED', 'fake'],
    ['FEED', 'live:Binance;'],
    ['RATE_LIMITS', 'no'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'postgres://'],
    ['OPERATOR_WAIT_HOURS', '-1'],
    ['OPERATOR_WAIT_HOURS', '721'],
    ['DATABASE_TIMEOUT', '0'],
    ['DATABASE_TIMEOUT', '601'],
    ['DATABASE_TIMEOUT', '1.5'],
    ['SMTP_URL', 'http://x'],
    ['SMS_URL', 'twilio'],
    ['PUSH_SERVICE', 'https://x/path'],
    ['SECRET_KEY', 'short'],
    ['PUBLIC_URL', 'https://x/path'],
    ['PUBLIC_URL', 'x'],
  ])('refuses %s=%s by name', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(name);
  });

  it('names every wrong setting at once', () => {
    const message = messageOf({ PORT: 'x', MODE: 'y', FEED: 'z' });
    for (const name of ['PORT', 'MODE', 'FEED']) expect(message).toContain(`${name} must be`);
  });

  it('refuses in production what only a demo may have', () => {
    expect(() => readConfig({ MODE: 'production' })).toThrow('simulated');
    expect(() =>
      readConfig({ MODE: 'production', FEED: 'live:binance,okx', RATE_LIMITS: 'off' }),
    ).toThrow('RATE_LIMITS');
    const whole = {
      ...PRODUCTION,
      PUBLIC_URL: 'https://exchange.example/',
      TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8',
    };
    expect(readConfig(whole)).toMatchObject({
      mode: 'production',
      publicUrl: 'https://exchange.example',
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
    });
    for (const TRUSTED_PROXIES of ['', 'proxy.example', '10.0.0.0/99'])
      expect(() => readConfig({ ...whole, TRUSTED_PROXIES })).toThrow('TRUSTED_PROXIES');
    expect(readConfig({ ...whole, HOST: '203.0.113.7', TRUSTED_PROXIES: '' })).toMatchObject({
      trustedProxies: [],
    });
    expect([readConfig(whole).operatorWaitMs, readConfig({}).operatorWaitMs]).toEqual([
      72 * 3_600_000,
      0,
    ]);
    expect(() => readConfig({ ...whole, OPERATOR_WAIT_HOURS: '0' })).toThrow('OPERATOR_WAIT_HOURS');
    expect(() => readConfig({ ...whole, SECRET_KEY: '' })).toThrow('SECRET_KEY');
    expect(() => readConfig({ ...whole, PUBLIC_URL: '' })).toThrow('PUBLIC_URL');
  });

  it('gives office and figures listeners of their own: always in production, in a demo where they are named', () => {
    expect(readConfig(PRODUCTION)).toMatchObject({
      office: { host: '127.0.0.1', port: 3001 },
      figures: { host: '127.0.0.1', port: 9464 },
      officeUrl: 'https://office.example',
    });
    expect(
      readConfig({ ...PRODUCTION, OFFICE_HOST: '10.0.0.2', OFFICE_PORT: '443', METRICS_PORT: '1' }),
    ).toMatchObject({ office: { host: '10.0.0.2', port: 443 }, figures: { port: 1 } });
    expect(readConfig({ OFFICE_PORT: '0' })).toMatchObject({
      office: { host: '127.0.0.1', port: 0 },
      figures: undefined,
    });
    expect(readConfig({ METRICS_HOST: '127.0.0.2' })).toMatchObject({
      office: undefined,
      figures: { host: '127.0.0.2', port: 9464 },
    });
    expect(readConfig({ ...PRODUCTION, OFFICE_URL: 'http://127.0.0.1:3001' }).officeUrl).toBe(
      'http://127.0.0.1:3001',
    );
    for (const OFFICE_URL of [
      '',
      'https://exchange.example',
      'http://office.example',
      'https://office.example/office',
    ])
      expect(() => readConfig({ ...PRODUCTION, OFFICE_URL }), OFFICE_URL).toThrow('OFFICE_URL');
    for (const wrong of [
      { OFFICE_PORT: 'x' },
      { METRICS_HOST: 'a b' },
      { OFFICE_PORT: '3000' },
      { METRICS_PORT: '3001', OFFICE_PORT: '3001' },
    ])
      expect(() => readConfig({ ...PRODUCTION, ...wrong })).toThrow(/(?:OFFICE|METRICS)_/);
    expect(() => readConfig({ OFFICE_HOST: '0.0.0.0' })).toThrow('MODE=demo listens');
  });

  it('reads where messages go out', () => {
    expect(
      readConfig({ SMTP_URL: 'smtps://a:b@mail.example', MAIL_FROM: 'Meridian <m@example.com>' })
        .mail,
    ).toEqual({ url: 'smtps://a:b@mail.example', from: 'Meridian <m@example.com>' });
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM');
    expect(readConfig({ SMS_URL: 'https://A:T@api.twilio.com/?from=%2B1' }).smsUrl).toBe(
      'https://A:T@api.twilio.com/?from=%2B1',
    );
  });

  it.each([
    ['DATABASE_URL', 'postgres://u:p@db.example/x'],
    ['DATABASE_URL', 'postgres:///x?host=db.example'],
    ['CHAIN_ETH_RPC', 'https://mainnet.example'],
    ['CHAIN_BTC_RPC', 'http://u:p@10.0.0.5:8332'],
    ['CHAIN_TRON_RPC', 'https://api.trongrid.io'],
    ['PAYMENT_GATEWAY_URL', 'https://pay.example/gate'],
    ['PUSH_SERVICE', 'https://push.example'],
    ['HOST', '0.0.0.0'],
    ['HOST', '::'],
    ['CHAIN_ETH_RPC', 'http://127.0.0.1:8545'],
    ['CHAIN_BTC_RPC', 'http://127.0.0.1:8332'],
  ])('a demo refuses %s=%s', (name, value) => {
    const settings = {
      [name]: value,
      MAIL_FROM: 'a@b.example',
      SIGNER_SOCKET: '/s',
      SIGNER_APPROVAL_KEY: APPROVAL_KEY.repeat(2),
      PAYMENT_MERCHANT_ID: 'm',
      PAYMENT_MD5_KEY: 'k',
      PAYMENT_CALLBACK_SECRET: 'c'.repeat(32),
      PUBLIC_URL: 'https://x.example',
    };
    const others =
      name === 'PAYMENT_GATEWAY_URL'
        ? {}
        : { PAYMENT_MERCHANT_ID: '', PAYMENT_MD5_KEY: '', PAYMENT_CALLBACK_SECRET: '' };
    expect(() => readConfig({ ...settings, ...others })).toThrow(/MODE=demo (?:refuses|listens)/);
    expect(() => readConfig({ ...settings, ...others, MODE: 'demo' })).toThrow(
      /MODE=demo (?:refuses|listens)/,
    );
  });

  it('a demo opens itself to others where that is said, and takes nothing of worth then either', () => {
    expect(readConfig({ HOST: '0.0.0.0', DEMO_PUBLIC: 'on' })).toMatchObject({
      host: '0.0.0.0',
      isDemoPublic: true,
    });
    expect(() =>
      readConfig({
        HOST: '0.0.0.0',
        DEMO_PUBLIC: 'on',
        DATABASE_URL: 'postgres://u:p@db.example/x',
      }),
    ).toThrow('DATABASE_URL');
    expect(() => readConfig({ DEMO_PUBLIC: 'yes' })).toThrow('DEMO_PUBLIC');
  });

  it('production starts with these', () => {
    expect(readConfig(PRODUCTION).mode).toBe('production');
    expect(
      readConfig({ ...PRODUCTION, DATABASE_URL: 'postgres://u:p@db.example/x?sslmode=verify-full' })
        .mode,
    ).toBe('production');
    expect(
      readConfig({ ...PRODUCTION, SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }).mode,
    ).toBe('production');
  });

  it.each([
    ['FEED', 'replay:/data/klines', 'recorded prices'],
    ['FEED', 'live:binance', '3 exchanges'],
    ['FEED', 'live:binance,okx,okx', '3 exchanges'],
    ['PUBLIC_URL', 'http://exchange.example', 'https'],
    ['SECRET_KEY', 'a'.repeat(40), 'repeats itself'],
    ['SECRET_KEY', '0123456789'.repeat(4), 'repeats itself'],
    ['SIGNER_APPROVAL_KEY', '00'.repeat(32), 'repeats itself'],
    ['SIGNER_APPROVAL_KEY', APPROVAL_KEY.repeat(2), 'repeats itself'],
    ['DATABASE_URL', 'postgres://u:p@db.example/x', 'sslmode'],
    ['SMS_URL', 'http://a:b@sms.example', 'https'],
    ['CHAIN_ETH_RPC', 'http://node.example', 'https'],
    ['DEMO_PUBLIC', 'on', 'DEMO_PUBLIC'],
    ['PUSH_SERVICE', 'http://127.0.0.1:8000', 'PUSH_SERVICE'],
  ])('production refuses %s=%s', (name, value, why) => {
    const others =
      name === 'CHAIN_ETH_RPC'
        ? {
            SIGNER_SOCKET: '/s',
            SIGNER_APPROVAL_KEY: `${APPROVAL_KEY}${'0c1d2e3f'.repeat(3)}a4b5c6d7`,
          }
        : {};
    expect(() => readConfig({ ...PRODUCTION, ...others, [name]: value })).toThrow(why);
  });
});
