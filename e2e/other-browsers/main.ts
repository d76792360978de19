/**
 * `npm run other-browsers`: three walks through the spot terminal in Firefox and in WebKit, as the
 * packages of Debian ship them. One that is not installed is named, and is no failure.
 */
import { ServerProcess } from '../server-process.ts';
import { KEYS, PlainPage } from './plain-page.ts';
import { MissingBrowser, openFirefox, openWebKit, type Wire } from './wires.ts';

interface Walk {
  readonly name: string;
  readonly walk: (page: PlainPage, server: ServerProcess) => Promise<void>;
}

/** The one that a demo brings. */
const DEMO_ACCOUNT = { account: 'demo@meridian.test', password: 'Demo1234' };
const FORM = { area: 'form', group: 'Buy' };

function must(isSo: boolean, sentence: string): void {
  if (!isSo) throw new Error(sentence);
}

async function openTerminal(page: PlainPage): Promise<void> {
  await page.goTo('/dealCenter/BTC_USDT');
  await page.until('a book', () =>
    page.read(`document.querySelector('[aria-label="Buy orders"] button[data-price]') !== null`),
  );
}

async function logIn(page: PlainPage): Promise<void> {
  await page.goTo('/components/login');
  await page.type({ role: 'field', name: 'E-mail or phone number' }, DEMO_ACCOUNT.account);
  await page.type({ role: 'field', name: 'Password' }, DEMO_ACCOUNT.password);
  await page.click({ role: 'button', name: 'Log in' });
  // The page goes home after the login; an address opened before that would be left again.
  await page.shows('Total assets');
}

/** An integer price so many percent below the best bid. */
async function priceBelow(page: PlainPage, percent: number): Promise<string> {
  const best = await page.read<string>(
    `document.querySelector('[aria-label="Buy orders"] button[data-price]').dataset.price`,
  );
  return String(Math.floor(Number(best) * (1 - percent / 100)));
}

async function placeBuy(page: PlainPage, price: string, quantity: string): Promise<void> {
  await page.type({ role: 'field', name: 'Price', ...FORM }, price);
  await page.type({ role: 'field', name: 'Quantity', ...FORM }, quantity);
  await page.click({ role: 'button', name: 'Buy BTC', area: 'form' });
}

const WALKS: readonly Walk[] = [
  {
    name: 'a layout of one’s own is there after a reload and a restart of the server',
    walk: async (page, server) => {
      await openTerminal(page);
      await page.click({ role: 'button', name: 'Layout' });
      await page.click({ role: 'button', name: 'Move left: Order book' });
      await page.press(KEYS.escape);
      await page.gone({ role: 'dialog', name: 'Layout' });
      const before = await page.area('book');
      await page.read(`void document.querySelector(
        '[role=separator][aria-label="Width of the order book"]').focus()`);
      await page.press(KEYS.right, KEYS.right);
      await page.until('a wider book', async () => {
        const { width } = await page.area('book');
        return width === before.width + 32;
      });
      const own = [await page.area('book'), await page.area('chart')];
      must((own[0]?.x ?? 0) < (own[1]?.x ?? 0), 'the book is left of the chart');
      await server.kill();
      await server.start();
      await openTerminal(page);
      const kept = [await page.area('book'), await page.area('chart')];
      must(JSON.stringify(kept) === JSON.stringify(own), 'the panels stand where they stood');
    },
  },
  {
    name: 'an order is moved on the chart',
    walk: async (page) => {
      await logIn(page);
      await openTerminal(page);
      await page.click({ role: 'button', name: '1h', area: 'chart' });
      const price = await priceBelow(page, 0.1);
      await placeBuy(page, price, '0.031');
      const handle = { role: 'slider', name: 'Buy 0.031', isPart: true, area: 'chart' } as const;
      await page.box(handle);
      await page.drag(handle, 30);
      const move = { role: 'button', name: 'Move to', isPart: true, area: 'chart' } as const;
      await page.box(move);
      const wanted = await page.read<string>(
        `[...document.querySelectorAll('[data-area=chart] button')]
          .map((one) => one.getAttribute('aria-label') ?? one.textContent)
          .find((name) => name.startsWith('Move to')).replace('Move to ', '')`,
      );
      const wantedPrice = Number(wanted.replaceAll(',', ''));
      must(wantedPrice < Number(price), `${wanted} is below ${price}`);
      await page.click(move);
      await page.shows('Order moved: 0.031 BTC from');
      await page.until('the order at its new price', async () => {
        const rows = await page.boxes({ role: 'row', name: wanted, isPart: true, area: 'orders' });
        return rows.length === 1;
      });
    },
  },
  {
    name: 'a post-only order rests or is refused, an IOC order leaves nothing',
    walk: async (page) => {
      await openTerminal(page);
      await page.click({ role: 'checkbox', name: 'Post-only', ...FORM });
      await page.shows('Only ever rests in the book');
      await placeBuy(page, await priceBelow(page, -1), '0.0141');
      await page.shows('The post-only order would have traded at once, so it was not placed.');
      await placeBuy(page, await priceBelow(page, 0.5), '0.0142');
      const resting = { role: 'row', name: '0.0142', isPart: true, area: 'orders' } as const;
      await page.box(resting);
      await page.click({ role: 'checkbox', name: 'Post-only', ...FORM });
      await page.read(`(() => {
        const field = document.querySelector('[data-area=form] select[aria-label="Time in force"]');
        field.value = 'ioc';
        field.dispatchEvent(new Event('change', { bubbles: true }));
      })()`);
      await placeBuy(page, await priceBelow(page, 1), '0.0151');
      await page.shows('Nothing could be traded; the order was cancelled');
      const left = await page.boxes({ ...resting, name: '0.0151' });
      must(left.length === 0, 'the IOC order does not rest');
    },
  },
];

async function walkAll(wire: Wire): Promise<number> {
  const server = await ServerProcess.start();
  const page = new PlainPage(wire, server.url);
  let failed = 0;
  try {
    for (const { name, walk } of WALKS) {
      const trouble = await walk(page, server).then(
        () => undefined,
        async (error: unknown) =>
          `${String(error)}, of ${await page.read<string>('location.pathname + ": " + document.body.innerText.slice(0, 500)')}`,
      );
      if (trouble !== undefined) failed++;
      process.stdout.write(`${trouble === undefined ? 'ok' : 'FAILED'}  ${wire.name}: ${name}\n`);
      if (trouble !== undefined) process.stdout.write(`        ${trouble}\n`);
    }
  } finally {
    await server.remove();
  }
  return failed;
}

let failed = 0;
for (const open of [openFirefox, openWebKit]) {
  try {
    const wire = await open();
    failed += await walkAll(wire).finally(() => wire.close());
  } catch (error) {
    if (!(error instanceof MissingBrowser)) throw error;
    process.stdout.write(`not installed: ${error.message}\n`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
