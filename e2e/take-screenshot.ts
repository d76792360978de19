/** Makes docs/screenshots/spot.png anew: `node_modules/.bin/node e2e/take-screenshot.ts`. */
import path from 'node:path';
import { launchBrowser, Visitor } from './browser.ts';
import { ServerProcess } from './server-process.ts';
import { SpotScreen } from './spot-screen.ts';

/** Long enough for some trades and a few bars that were made here. */
const LOOK_AFTER_MS = 20_000;
const TARGET = path.join(import.meta.dirname, '..', 'docs', 'screenshots', 'spot.png');

const [browser, server] = await Promise.all([launchBrowser(), ServerProcess.start()]);
try {
  const visitor = await Visitor.arrive(browser, server.url, { colorScheme: 'dark' });
  const screen = new SpotScreen(visitor.page);
  await screen.logIn('demo@meridian.test', 'Demo1234');
  await screen.open();
  const price = await screen.priceBelowMarket(1);
  await screen.placeLimit('Buy', { price, quantity: '0.125' });
  await screen.placeLimit('Buy', { price: await screen.priceBelowMarket(2), quantity: '0.25' });
  await visitor.page.waitForTimeout(LOOK_AFTER_MS);
  await visitor.page.evaluate(() => window.scrollTo(0, 0));
  await visitor.page.screenshot({ path: TARGET });
  await visitor.leave();
} finally {
  await browser.close();
  await server.remove();
}
