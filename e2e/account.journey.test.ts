/** Accounts from registration to the full security level, with all events on the way. */
import { generate } from 'otplib';
import type { Browser, Page, WebSocket } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { AccountScreen, forgetProofs } from './account-screen.ts';
import { axeFaults, axeFaultsOfOffice } from './axe.ts';
import { launchBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { OfficeScreen } from './office-screen.ts';

const PASSWORD = 'plover 42 dunes';
const STEP_SECONDS = 30;
/** An ended session shows its end within this time. */
const AT_ONCE_MS = 2_000;

let browser: Browser;
const visitors: Visitor[] = [];
/** Passkeys need a host name, not an IP address. */
let site: string;
beforeAll(async () => {
  browser = await launchBrowser();
  site = inject('frontUrl').replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await browser.close();
});
afterEach(async () => {
  for (const visitor of visitors.splice(0)) {
    expect(visitor.problems).toEqual([]);
    await visitor.leave();
  }
});

async function arrive(): Promise<Visitor> {
  const visitor = await Visitor.arrive(browser, site, {
    reducedMotion: 'reduce',
    colorScheme: 'dark',
  });
  visitor.page.setDefaultTimeout(SHOWN_WITHIN_MS);
  visitors.push(visitor);
  return visitor;
}

test('an account by phone is opened, its password forgotten, set anew, and changed', async () => {
  const { page } = await arrive();
  const screen = new AccountScreen(page, site);
  const main = page.getByRole('main');
  const phone = `1512${String(Date.now()).slice(-7)}`;
  const account = `+49${phone}`;
  await screen.begin({ phone }, 'Germany');
  await main.getByText(account).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  const firstCode = await screen.codeSentTo(account);
  await screen.open(account, PASSWORD);

  await logOut(page);
  await page.goto('/forgetPwd');
  await screen.chooseKind('Phone');
  await screen.chooseCountry('Germany');
  await main.getByLabel('Phone number').fill(phone);
  await main.getByRole('button', { name: 'Next' }).click();
  await main.getByText('Have a code sent first').waitFor();
  await main.getByRole('button', { name: 'Send code' }).click();
  await main.getByLabel('Verification code').fill(await screen.codeSentTo(account, firstCode));
  expect(await axeFaults(page)).toEqual([]);
  await main.getByRole('button', { name: 'Next' }).click();
  await main.getByLabel('New password').fill('Second5678');
  await main.getByLabel('Repeat password').fill('Second5678');
  await main.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL(/\/components\/login$/);

  await screen.typeLogin(account, PASSWORD);
  await main.getByRole('alert').waitFor();
  await screen.typeLogin(account, 'Second5678');
  await page.waitForURL((url) => !url.pathname.includes('login'));

  await forgetProofs(inject('frontDatabaseUrl'));
  await page.goto('/resetPwd');
  await main.getByLabel('New password').fill('Third9012');
  await main.getByLabel('Repeat password').fill('Third9012');
  await main.getByRole('button', { name: 'Set password' }).click();
  await screen.stepUp('Login password', 'Second5678');
  await page.waitForURL(/\/accountSet$/);
  await main.getByText(/Withdrawals are paused until/).waitFor();
  await logOut(page);
  await screen.typeLogin(account, 'Third9012');
  await page.waitForURL((url) => !url.pathname.includes('login'));
});

test('an account by e-mail gets phone, authenticator, passkey and a checked identity, and ends its session elsewhere', async () => {
  const email = `careful-${Date.now()}@example.com`;
  const { page } = await arrive();
  const screen = new AccountScreen(page, site);
  const main = page.getByRole('main');
  await plugInAuthenticator(page);
  await screen.begin({ email }, 'Germany');
  await screen.open(email, PASSWORD);

  await page.goto('/accountSet');
  await securityLevel(page, 25);
  await main.getByText('Set up an authenticator app or a passkey first.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await bindPhone(page, screen);
  // A phone number is no second factor.
  await securityLevel(page, 25);
  const { secret, recoveryCodes } = await enableAuthenticator(page, screen);
  await securityLevel(page, 50);
  await addPasskey(page, screen, secret);
  await securityLevel(page, 75);

  const { page: elsewhere } = await arrive();
  const sockets = socketsOf(elsewhere);
  await logInWithCode(elsewhere, email, recoveryCodes[0] ?? '');
  await logOut(page);
  await page.goto('/components/login');
  await main.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL((url) => !url.pathname.includes('login'));

  await submitIdentity(page, 'Erika Mustermann');
  const { page: office } = await arrive();
  await approveIdentity(office, email);
  await page.reload();
  await main.getByRole('heading', { name: 'Your identity is verified' }).waitFor();
  await page.goto('/accountSet');
  // An approved identity does not raise the security level.
  await securityLevel(page, 75);
  await main.getByText('High', { exact: true }).waitFor();

  await elsewhere.goto('/accountSet');
  await securityLevel(elsewhere, 75);
  const open = await openSocket(sockets);
  await main
    .getByRole('table', { name: 'Open sessions' })
    .getByRole('button', { name: /^End / })
    .click();
  await elsewhere.waitForURL(/\/components\/login$/, { timeout: AT_ONCE_MS });
  await expect.poll(() => open.isClosed(), { timeout: AT_ONCE_MS }).toBe(true);
  expect(await elsewhere.evaluate(() => localStorage.getItem('token'))).toBe(null);
  await main
    .getByRole('table', { name: 'Open sessions' })
    .getByRole('button', { name: /^End / })
    .waitFor({ state: 'detached' });
});

test('a password alone does not open an account with a passkey, a recovery code stands in for it, and a link in the notice of the change freezes it', async () => {
  const email = `keyed-${Date.now()}@example.com`;
  const { page } = await arrive();
  const screen = new AccountScreen(page, site);
  const main = page.getByRole('main');
  await plugInAuthenticator(page);
  await screen.begin({ email }, 'Germany');
  await main.getByText('If there is an account with it already').waitFor();
  await screen.open(email, PASSWORD);
  await page.goto('/accountSet');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('My key');
  await dialog.getByRole('button', { name: 'Next' }).click();
  const [recoveryCode = ''] = await keepRecoveryCodes(page);
  await page.getByRole('button', { name: 'Remove My key' }).waitFor();

  await logOut(page);
  await screen.typeLogin(email, PASSWORD);
  await main.getByText('Your password is right. Now confirm with your passkey.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await main.getByRole('button', { name: 'Use passkey' }).click();
  await page.waitForURL((url) => !url.pathname.includes('login'));

  // Another browser does not have the passkey.
  const { page: elsewhere } = await arrive();
  await new AccountScreen(elsewhere, site).typeLogin(email, PASSWORD);
  await elsewhere
    .getByRole('main')
    .getByRole('button', { name: 'Lost your passkey? Use a recovery code' })
    .click();
  await elsewhere.getByLabel('Recovery code').fill('AAAAA-AAAAA');
  await elsewhere.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await elsewhere.getByRole('main').getByRole('alert').waitFor();
  expect(await axeFaults(elsewhere)).toEqual([]);
  await elsewhere.getByLabel('Recovery code').fill(recoveryCode);
  await elsewhere.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await elsewhere.waitForURL((url) => !url.pathname.includes('login'));
  await elsewhere.goto('/accountSet');
  await elsewhere.getByText('9 recovery codes left').waitFor();

  const { page: mailbox } = await arrive();
  const freezeLink = await freezeLinkTo(email);
  await mailbox.goto(freezeLink);
  await mailbox.getByText('If what we told you of was not you').waitFor();
  expect(await axeFaults(mailbox)).toEqual([]);
  expect(page.url()).not.toContain('login');
  await mailbox.getByRole('button', { name: 'Freeze my account' }).click();
  await mailbox.getByRole('heading', { name: 'Your account is frozen' }).waitFor();
  await mailbox
    .getByRole('main')
    .getByRole('button', { name: 'Customer service', exact: true })
    .waitFor();
  await page.waitForURL(/\/components\/login$/, { timeout: AT_ONCE_MS });
  // The link works once, and the page in its language then offers no button without effect.
  await mailbox.goto(freezeLink.replace('lang=en', 'lang=es'));
  await mailbox.getByRole('button', { name: 'Bloquear mi cuenta' }).click();
  await mailbox.getByRole('main').getByRole('alert').waitFor();
  await mailbox.getByRole('button', { name: 'Bloquear mi cuenta' }).waitFor({ state: 'detached' });
  await screen.typeLogin(email, PASSWORD);
  await main.getByRole('alert').getByText('This account is frozen').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Customer service' }).waitFor();
});

test('a login that has to wait counts down, and the refusal goes away at its end', async () => {
  const { page } = await arrive();
  const main = page.getByRole('main');
  const wrong = { account: `wait-${Date.now()}@example.com`, password: 'Wrong1234' };
  for (let tries = 0; tries < 6; tries++)
    await fetch(`${site}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user_string: wrong.account, password: wrong.password }),
    });
  await new AccountScreen(page, site).typeLogin(wrong.account, wrong.password);
  const refusal = main.getByRole('alert').getByText('Too many failed attempts');
  await refusal.waitFor();
  expect(await main.getByRole('button', { name: /^Log in \(in \d+ s\)$/ }).isDisabled()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);
  await refusal.waitFor({ state: 'detached' });
  expect(await main.getByRole('button', { name: 'Log in', exact: true }).isEnabled()).toBe(true);
});

/** The path of the link in the newest notice of a change. */
async function freezeLinkTo(receiver: string): Promise<string> {
  const answer = await fetch(`${site}/api/demo/outbox?to=${encodeURIComponent(receiver)}`);
  const { message } = (await answer.json()) as { message: { text: string }[] };
  return /\/freeze\?lang=\w+#[\w-]+/.exec(message[0]?.text ?? '')?.[0] ?? '/freeze';
}

/** A virtual authenticator for passkeys whose user always consents. */
async function plugInAuthenticator(page: Page): Promise<void> {
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

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account number/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(/\/components\/login$/);
}

async function securityLevel(page: Page, level: number): Promise<void> {
  await page
    .getByRole('meter', { name: 'Security level' })
    .and(page.locator(`[aria-valuenow="${level}"]`))
    .waitFor();
}

async function bindPhone(page: Page, screen: AccountScreen): Promise<void> {
  const phone = `1511${String(Date.now()).slice(-7)}`;
  await page.getByRole('button', { name: 'Bind phone number' }).click();
  const dialog = page.getByRole('dialog', { name: 'Bind phone number' });
  await screen.chooseCountry('Germany');
  await dialog.getByLabel('Phone number').fill(phone);
  await dialog.getByRole('button', { name: 'Send code' }).click();
  await dialog.getByLabel('Verification code').fill(await screen.codeSentTo(`+49${phone}`));
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Bind phone number' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Steps up with the password, and registers the shown secret in an authenticator. */
async function enableAuthenticator(
  page: Page,
  screen: AccountScreen,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  await forgetProofs(inject('frontDatabaseUrl'));
  await page.getByRole('button', { name: 'Enable authenticator' }).click();
  await screen.stepUpQuestion().waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await screen.stepUp('Login password', 'Wrong1234');
  await screen.stepUpQuestion().getByRole('alert').waitFor();
  await screen.stepUp('Login password', PASSWORD);

  const setup = page.getByRole('dialog', { name: 'Enable authenticator' });
  const secret = (await setup.locator('code').innerText()).replace(/\s/g, '');
  await setup.getByLabel('Authenticator code').fill(await generate({ secret }));
  expect(await axeFaults(page)).toEqual([]);
  await setup.getByRole('button', { name: 'Enable' }).click();

  return { secret, recoveryCodes: await keepRecoveryCodes(page) };
}

/** Reads the recovery codes, which are shown once, and confirms that they are kept. */
async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  await codes.waitFor();
  const recoveryCodes = await codes.getByRole('listitem').allInnerTexts();
  expect(await axeFaults(page)).toEqual([]);
  await codes.getByRole('checkbox').check();
  await codes.getByRole('button', { name: 'Done' }).click();
  await page.getByText(`${recoveryCodes.length} recovery codes left`).waitFor();
  return recoveryCodes;
}

/** Steps up with the authenticator. Its present code was used before, so the next one is. */
async function addPasskey(page: Page, screen: AccountScreen, secret: string): Promise<void> {
  await forgetProofs(inject('frontDatabaseUrl'));
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Name').fill('My key');
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await screen.stepUp(
    'Authenticator code',
    await generate({ secret, epoch: Date.now() / 1000 + STEP_SECONDS }),
  );
  await page.getByRole('button', { name: 'Remove My key' }).waitFor();
}

async function logInWithCode(page: Page, account: string, code: string): Promise<void> {
  await new AccountScreen(page, site).typeLogin(account, PASSWORD);
  const field = page.getByLabel('Authenticator code');
  const submit = page.getByRole('main').getByRole('button', { name: 'Log in', exact: true });
  await field.fill('000000');
  await submit.click();
  await page.getByRole('main').getByRole('alert').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await field.fill(code);
  await submit.click();
  await page.waitForURL((url) => !url.pathname.includes('login'));
}

async function submitIdentity(page: Page, name: string): Promise<void> {
  await page.goto('/authentication');
  await page.getByLabel('Full name').fill(name);
  await page.getByLabel('Document', { exact: true }).selectOption('passport');
  await page.getByLabel('Document number').fill('C01X00T47');
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByText('Add this picture.').first().waitFor();
  for (const label of [
    'Front of the document',
    'Back of the document',
    'You holding the document',
  ]) {
    await page.getByLabel(label, { exact: true }).setInputFiles({
      name: `${label}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await photograph(label),
    });
    await page.getByRole('button', { name: `Remove: ${label}` }).waitFor();
  }
  await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByRole('heading', { name: 'Your documents are under review' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
}

/** A photograph as a camera makes it: large, rotated, and with a GPS position. */
function photograph(words: string): Promise<Buffer> {
  const drawing = `<svg width="1600" height="1200"><rect width="100%" height="100%" fill="#dfe7ee"/><text x="80" y="600" font-size="96">${words}</text></svg>`;
  return sharp(Buffer.from(drawing))
    .withExif({
      IFD0: { Artist: 'Erika Mustermann' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' },
    })
    .jpeg()
    .toBuffer();
}

/** Checks that the pictures are side by side, and approves the application. */
async function approveIdentity(page: Page, account: string): Promise<void> {
  const office = new OfficeScreen(page);
  await office.openLogin();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await office.logIn();
  await office.open('Identity review');
  await office.rows(account).waitFor();
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await office.rows(account).getByRole('link', { name: account }).click();
  await page.getByText('Erika Mustermann').waitFor();
  const pictures = ['Front', 'Back', 'With the document in hand'].map((name) =>
    page.getByRole('img', { name, exact: true }),
  );
  for (const picture of pictures)
    await expect
      .poll(() =>
        picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
      )
      .toBeGreaterThan(1_000);
  const boxes = await Promise.all(pictures.map((picture) => picture.boundingBox()));
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  expect(new Set(boxes.map((box) => box?.x)).size).toBe(pictures.length);
  expect(await axeFaultsOfOffice(page)).toEqual([]);
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('tab', { name: 'Waiting' }).waitFor();
  await office.rows(account).waitFor({ state: 'detached' });
}

/** All sockets that a page opens after this call. */
function socketsOf(page: Page): WebSocket[] {
  const sockets: WebSocket[] = [];
  page.on('websocket', (socket) => sockets.push(socket));
  return sockets;
}

async function openSocket(sockets: readonly WebSocket[]): Promise<WebSocket> {
  const find = (): WebSocket | undefined => sockets.findLast((socket) => !socket.isClosed());
  await expect.poll(find).toBeDefined();
  return find() as WebSocket;
}
