/**
 * Notifications on a device. Chromium's own push service is out of reach, so a stub subscribes to
 * one on this machine, and the browser is handed the messages that this one received.
 */
import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { TestBrowser } from '../apps/server/test/push/test-browser.ts';
import { TestPushService } from '../apps/server/test/push/test-push-service.ts';
import { axeFaults } from './axe.ts';
import { launchWholeBrowser, SHOWN_WITHIN_MS, Visitor } from './browser.ts';
import { DEMO_ACCOUNT } from './front.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

/** The simulated price moves by more than the distance of the alert well within this time. */
const MET_WITHIN_MS = 90_000;
/** Pages count as open for a while after they were closed. */
const TOLD_WITHIN_MS = MET_WITHIN_MS + 60_000;
const LABEL = 'Notifications on this device';

let service: TestPushService;
let server: ServerProcess;
let browser: Browser;
let visitor: Visitor;
let page: Page;
let screen: SpotScreen;
let device: TestBrowser;
beforeAll(async () => {
  service = await TestPushService.open();
  [server, browser] = await Promise.all([
    ServerProcess.start({ PUSH_SERVICE: service.origin, RATE_LIMITS: 'off' }),
    launchWholeBrowser(),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.remove();
  await service.close();
});
beforeEach(async () => {
  device = new TestBrowser(service.origin);
  visitor = await Visitor.arrive(browser, server.url);
  ({ page } = visitor);
  page.setDefaultTimeout(SHOWN_WITHIN_MS);
  screen = new SpotScreen(page);
});
afterEach(async () => {
  await visitor.leave();
});

/** Lets the browser subscribe. A cookie keeps whether it is, over pages and logins. */
async function stubPushManager(): Promise<void> {
  await visitor.context.grantPermissions(['notifications'], { origin: server.url });
  await visitor.context.addInitScript((keys) => {
    const isOn = () => document.cookie.includes('test_push=1');
    const turn = (on: boolean) => {
      document.cookie = `test_push=${on ? '1' : '; max-age=0'}; path=/`;
    };
    const { endpoint, p256dh, auth } = keys;
    const subscription = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      unsubscribe: () => {
        turn(false);
        return Promise.resolve(true);
      },
    };
    Object.assign(PushManager.prototype, {
      subscribe: () => {
        turn(true);
        return Promise.resolve(subscription);
      },
      getSubscription: () => Promise.resolve(isOn() ? subscription : null),
    });
  }, device.subscription);
}
const logIn = () => screen.logIn(DEMO_ACCOUNT.account, DEMO_ACCOUNT.password);
const card = () => page.getByRole('region', { name: LABEL });
const theSwitch = () => card().getByRole('switch', { name: LABEL });
const isSubscribed = () => page.evaluate(() => document.cookie.includes('test_push=1'));
async function openAccount(): Promise<void> {
  await page.goto('/accountSet');
  await theSwitch().waitFor();
}

test('a browser without push says so', async () => {
  await visitor.context.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'PushManager');
  });
  await logIn();
  await openAccount();
  await card().getByText('This browser offers no push notifications here.').waitFor();
  expect(await theSwitch().isDisabled()).toBe(true);
});

test('a browser that blocks notifications says how to allow them', async () => {
  await visitor.context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'denied' });
  });
  await logIn();
  await openAccount();
  await card().getByText('Allow them in the site settings').waitFor();
  expect(await theSwitch().isDisabled()).toBe(true);
});

test('they are turned on and off, with topics and a list of devices, and end with the session', async () => {
  await stubPushManager();
  await logIn();
  await openAccount();
  await theSwitch().click();
  await card().getByText('this device', { exact: true }).waitFor();
  expect(await theSwitch().isChecked()).toBe(true);
  await card().getByRole('switch', { name: 'Seconds contracts' }).click();
  await page.reload();
  await card().getByText('this device', { exact: true }).waitFor();
  expect(await card().getByRole('switch', { name: 'Seconds contracts' }).isChecked()).toBe(true);
  expect(await axeFaults(page)).toEqual([]);

  await theSwitch().click();
  await card().getByText('this device', { exact: true }).waitFor({ state: 'detached' });
  expect(await isSubscribed()).toBe(false);

  await theSwitch().click();
  await card().getByText('this device', { exact: true }).waitFor();
  // Its session is ended elsewhere: the browser's subscription is nobody's then.
  const ended = await page.evaluate(async () => {
    const headers = { authorization: localStorage.getItem('token') ?? '' };
    const { ok } = await fetch('/api/user/logout', { method: 'POST', headers });
    localStorage.clear();
    return ok;
  });
  expect(ended).toBe(true);
  await logIn();
  await expect.poll(isSubscribed, { timeout: SHOWN_WITHIN_MS }).toBe(false);
  expect(visitor.problems).toEqual([]);
});

test(
  'a price alert is pushed to a device without an open page, and leads to its market',
  { timeout: TOLD_WITHIN_MS + 120_000 },
  async () => {
    await stubPushManager();
    await logIn();
    await screen.open();
    for (const [at, share] of [-0.02, 0.02].entries()) {
      const price = await screen.priceBelowMarket(share);
      await page.getByRole('button', { name: 'Price alert' }).click();
      const dialog = page.getByRole('dialog');
      if (at === 0)
        await dialog.getByRole('switch', { name: /notification on this device/ }).click();
      await dialog.getByLabel('Price', { exact: true }).fill(price);
      await dialog.getByRole('button', { name: 'Set alert' }).click();
      await page.getByRole('status').getByText('Alert set: BTC/USDT').first().waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.goto('about:blank');
    const own = () => service.received.filter(({ path }) => device.endpoint.endsWith(path));
    const alert = () =>
      own()
        .map(({ body }) => device.decrypt(body))
        .find((text) => text.includes('/dealCenter/BTC_USDT'));
    await expect.poll(alert, { timeout: TOLD_WITHIN_MS, interval: 500 }).toBeDefined();

    await page.goto('/noticeList');
    const session = await visitor.context.newCDPSession(page);
    await deliver(session, alert() ?? '');
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, data }) => ({
          title,
          body,
          data: data as unknown,
        }));
      });
    await expect.poll(shown).toEqual([
      {
        title: expect.stringMatching(/^Price alert: (risen|fallen)$/) as string,
        body: expect.stringMatching(/^BTC\/USDT: the last price has reached/) as string,
        data: '/dealCenter/BTC_USDT',
      },
    ]);
    // A busy machine may put a notification away before it is read: it is pushed again.
    await expect
      .poll(
        async () => {
          await deliver(session, 'no JSON');
          return (await shown()).map(({ data }) => data);
        },
        { interval: 1_000 },
      )
      .toContain('/accountMessage');
    const [worker] = visitor.context.serviceWorkers();
    const opened = await worker?.evaluate(() =>
      ['/leverdealCenter', 'https://evil.example/', '//evil.example', 'javascript:alert(1)'].map(
        (link) => (globalThis as unknown as { ownUrl(link: string): string }).ownUrl(link),
      ),
    );
    expect(opened).toEqual([
      `${server.url}/leverdealCenter`,
      ...Array.from({ length: 3 }, () => `${server.url}/accountMessage`),
    ]);
    expect(visitor.problems).toEqual([]);
  },
);

/** Hands the worker of the page the data that a push service would have delivered. */
async function deliver(session: CDPSession, data: string): Promise<void> {
  const known = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${server.url}/`);
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await known;
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: server.url,
    registrationId,
    data,
  });
  await session.send('ServiceWorker.disable');
}

test('the application can be installed, as an iPhone wants before it shows a notification', async () => {
  await page.goto('/');
  const devtools = await visitor.context.newCDPSession(page);
  const { errors } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // Nothing is installed from a window without a history, as that of a test is.
  const found = installabilityErrors.map(({ errorId }) => errorId);
  expect(found.filter((error) => error !== 'in-incognito')).toEqual([]);
  const icon = page.locator('link[rel="apple-touch-icon"]');
  const answer = await page.request.get((await icon.getAttribute('href')) ?? '');
  expect(answer.headers()['content-type']).toBe('image/png');
});
