import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';

/** No background requests: a browser under test fetches only the page. */
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/**
 * A page has its content within this time, also on a machine that does other work. Tests that
 * measure times have bounds of their own.
 */
export const SHOWN_WITHIN_MS = 40_000;
const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const SHELL = 'chromium-headless-shell';

/**
 * A browser without windows where there is one, else a whole one.
 * @param flags additional flags of Chromium
 */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return launch(
    named('HEADLESS_SHELL_PATH') ?? named('CHROMIUM_PATH') ?? found([SHELL, ...SYSTEM_NAMES]),
    flags,
  );
}

/**
 * The browser that people have: it shows notifications, and figures are measured in it.
 * @param flags additional flags of Chromium
 */
export async function launchWholeBrowser(flags: readonly string[] = []): Promise<Browser> {
  return launch(named('CHROMIUM_PATH') ?? found(SYSTEM_NAMES), flags);
}

async function launch(executablePath: string, flags: readonly string[]): Promise<Browser> {
  // Chromium's sandbox does not start as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...args, ...flags] });
}

/**
 * A visitor with empty storage. `problems` collects page errors, failed answers, and violations of
 * our pages' content security policy.
 */
export class Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[] = [];
  /**
   * Violations of the pages' content security policy, as the browser reports them. `problems` has
   * them too.
   */
  readonly forbidden: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    page.on('pageerror', (error) =>
      this.problems.push(`page error: ${error.stack ?? error.message}`),
    );
    page.on('console', (message) => {
      if (message.type() !== 'error' || !message.text().includes('Content Security Policy')) return;
      this.forbidden.push(message.text());
      this.problems.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 500) this.problems.push(`${response.status()} ${response.url()}`);
    });
  }

  static async arrive(
    browser: Browser,
    baseURL: string,
    options: BrowserContextOptions = {},
  ): Promise<Visitor> {
    const context = await browser.newContext({
      baseURL,
      viewport: { width: 1440, height: 900 },
      locale: 'en-US',
      ...options,
    });
    return new Visitor(context, await context.newPage());
  }

  async leave(): Promise<void> {
    await this.context.close();
  }
}

/**
 * The browser of a setting: `npm test` names the one that it found or installed, a person the own.
 */
function named(setting: string): string | undefined {
  const file = process.env[setting];
  return file === '' ? undefined : file;
}

/** The first browser of these names in `PATH`. */
function found(names: readonly string[]): string {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Try the next path.
      }
    }
  }
  throw new Error('no Chromium: run `npm test`, which installs one, or name one in CHROMIUM_PATH');
}
