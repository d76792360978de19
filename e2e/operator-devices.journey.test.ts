/**
 * An operator's own device: added in the office, its line for the signer shown once, used when the
 * signer requires it, and removed.
 */
import { createHash, createPublicKey } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, Visitor } from './browser.ts';
import { APPROVER, OfficeScreen } from './office-screen.ts';
import { ServerProcess } from './server-process.ts';

let browser: Browser;
let server: ServerProcess;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
});

const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const WITHDRAWAL = {
  look_alike: '',
  id: 7,
  user: 1001,
  account: 'lin@example.com',
  currency_name: 'USDT',
  network: 'erc20',
  number: '60003',
  fee: '3',
  worth: '60003',
  address: PAYEE,
  recipient: 0,
  status: 'applying',
  waits_until: '',
  approvals: 0,
  approvals_needed: 2,
  approved_by: [],
  flags: ['tier'],
  hash: '',
  sending: '',
  needs_devices: false,
  created_time: '2026-01-02 03:04:05',
};
const TERMS = JSON.stringify([
  'meridian withdrawal 1',
  'ethereum:1',
  'USDT.erc20',
  PAYEE,
  '60000',
  'withdrawal-7',
  1,
  4_000_000_000_000,
]);

/** A virtual platform authenticator whose user always consents. */
async function plugInDevice(page: Page): Promise<void> {
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * A signer that wants this device: the demo's own wants none. Returns the request that the office
 * sends.
 */
async function wantDevice(page: Page, credential: string): Promise<() => URLSearchParams> {
  let sent = new URLSearchParams();
  const answer = (message: unknown) => ({
    contentType: 'application/json',
    body: JSON.stringify({ type: 'ok', message }),
  });
  await page.route('**/office/api/withdrawals?*', (route) =>
    route.fulfill(answer({ list: [WITHDRAWAL], total: 1, page: 1 })),
  );
  await page.route('**/office/api/withdrawal_terms?*', (route) =>
    route.fulfill(
      answer({
        needed: 2,
        agreed: [],
        is_asked: true,
        terms: TERMS,
        expires_at: 4_000_000_000_000,
        site: 'localhost',
        devices: [credential],
      }),
    ),
  );
  await page.route('**/office/api/withdrawal_decide', (route) => {
    sent = new URLSearchParams(route.request().postData() ?? '');
    return route.fulfill(answer('Done'));
  });
  return () => sent;
}

test('a device is added, signs what the page shows, and is removed', async () => {
  // WebAuthn needs a host name, not an IP address.
  const visitor = await Visitor.arrive(browser, server.url.replace('127.0.0.1', 'localhost'), {
    reducedMotion: 'reduce',
  });
  const { page } = visitor;
  await plugInDevice(page);
  const office = new OfficeScreen(page);
  await office.logIn(APPROVER);
  await page.goto('/office/#/me');
  await page.getByLabel('Name of the device').fill('Laptop');
  const add = page.getByRole('button', { name: 'Add this device' });
  const password = page
    .locator('form', { has: page.getByLabel('Name of the device') })
    .getByLabel('Password');
  await password.fill('not the password');
  await add.click();
  await page.getByText('password', { exact: false }).first().waitFor();
  await password.fill(APPROVER.password);
  await add.click();
  const line = (await page.getByLabel('Line for the signer').textContent()) ?? '';
  const device = JSON.parse(line) as { operator: string; credential: string; publicKey: string };
  expect(device.operator).toBe(APPROVER.account);
  // The algorithm is one that the signer accepts, not the newest that the browser knows.
  expect(
    createPublicKey({
      key: Buffer.from(device.publicKey, 'base64url'),
      format: 'der',
      type: 'spki',
    }).asymmetricKeyDetails,
  ).toEqual({ namedCurve: 'prime256v1' });
  const fingerprint = createHash('sha256')
    .update(Buffer.from(device.publicKey, 'base64url'))
    .digest('hex')
    .slice(0, 16)
    .replaceAll(/(.{4})(?=.)/g, '$1 ');
  await page.getByText(`Fingerprint: ${fingerprint}`).waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);

  const sent = await wantDevice(page, device.credential);
  await office.open('Withdrawals');
  await page.getByRole('button', { name: 'Approve withdrawal 7' }).click();
  await page
    .getByText(`Your device signs: 60000 USDT.erc20 on ethereum:1 to ${PAYEE}.`, { exact: false })
    .waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve with device' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const answer = JSON.parse(sent().get('assertion') ?? '{}') as {
    id: string;
    response: { clientDataJSON: string };
  };
  const { challenge, type } = JSON.parse(
    Buffer.from(answer.response.clientDataJSON, 'base64url').toString(),
  ) as { challenge: string; type: string };
  expect([answer.id, type, challenge]).toEqual([
    device.credential,
    'webauthn.get',
    createHash('sha256').update(TERMS).digest('base64url'),
  ]);

  await page.goto('/office/#/me');
  await page.getByRole('button', { name: 'Remove Laptop' }).click();
  await page.getByRole('button', { name: 'Remove Laptop' }).waitFor({ state: 'detached' });
  expect(visitor.problems).toEqual([]);
});
