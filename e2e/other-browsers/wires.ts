import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { freePort } from '../../apps/server/src/free-port.ts';

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];
const WEBKIT_DRIVER = ['/usr/bin/WebKitWebDriver'];
const MINI_BROWSER = ['4.1', '4.0'].map(
  (version) => `/usr/lib/${debianMachine()}/webkit2gtk-${version}/MiniBrowser`,
);
const SCREEN = ['/usr/bin/Xvfb'];
const VIEWPORT = { width: 1440, height: 900 };

/** A browser with one window, told by the words that all browsers have in common. */
export interface Wire {
  readonly name: string;
  goTo(url: string): Promise<void>;
  /** @returns the value of an expression, which must be a text */
  evaluate(expression: string): Promise<string>;
  /** Input as of a person: sources with actions, as in the WebDriver standard. */
  perform(sources: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** A browser is not installed. The message says how to install it. */
export class MissingBrowser extends Error {}

/** The system's Firefox over WebDriver BiDi. */
export async function openFirefox(): Promise<Wire> {
  const program = installed(FIREFOX, 'Firefox: apt-get install firefox-esr');
  const profile = mkdtempSync(path.join(tmpdir(), 'meridian-firefox-'));
  const browser = spawn(
    program,
    ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const address = await lineOf(browser, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const answers = new Map<number, (answer: { type: string; result?: unknown }) => void>();
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString()) as { id?: number; type: string };
    if (answer.id !== undefined) answers.get(answer.id)?.(answer);
  });
  let asked = 0;
  const send = async <Result>(method: string, params: object): Promise<Result> => {
    const id = ++asked;
    const answered = new Promise<{ type: string; result?: unknown }>((resolve) =>
      answers.set(id, resolve),
    );
    socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    answers.delete(id);
    if (answer.type !== 'success') throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer.result as Result;
  };
  await send('session.new', { capabilities: {} });
  const { contexts } = await send<{ contexts: { context: string }[] }>(
    'browsingContext.getTree',
    {},
  );
  const context = contexts[0]?.context;
  await send('browsingContext.setViewport', { context, viewport: VIEWPORT });
  return {
    name: 'Firefox',
    goTo: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression) => {
      const { result, exceptionDetails } = await send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', { expression, target: { context }, awaitPromise: true });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
      return result?.value ?? '';
    },
    perform: (actions) => send('input.performActions', { context, actions }),
    close: async () => {
      socket.close();
      await end(browser);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

/** WebKitGTK over WebDriver, on a screen that nobody sees. */
export async function openWebKit(): Promise<Wire> {
  const how = 'WebKit: apt-get install webkit2gtk-driver xvfb';
  const [driver, window, screen] = [
    installed(WEBKIT_DRIVER, how),
    installed(MINI_BROWSER, how),
    installed(SCREEN, how),
  ];
  const shown = spawn(screen, ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await lineOf(shown, /^(\d+)$/);
  const port = await freePort();
  const running = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1' },
  });
  const call = async <Value>(method: string, where: string, body?: object): Promise<Value> => {
    const answer = await fetch(`http://127.0.0.1:${port}${where}`, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { value } = (await answer.json()) as { value: Value };
    if (!answer.ok) throw new Error(`${method} ${where}: ${JSON.stringify(value)}`);
    return value;
  };
  await until(() => call('GET', '/status'));
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': { binary: window, args: ['--automation'] },
      },
    },
  });
  const session = `/session/${sessionId}`;
  // The window has a bar above the page.
  const inner = async (): Promise<number[]> =>
    call('POST', `${session}/execute/sync`, {
      script: 'return [innerWidth, innerHeight]',
      args: [],
    });
  await call('POST', `${session}/window/rect`, VIEWPORT);
  const [width = 0, height = 0] = await inner();
  await call('POST', `${session}/window/rect`, {
    width: 2 * VIEWPORT.width - width,
    height: 2 * VIEWPORT.height - height,
  });
  return {
    name: 'WebKit',
    goTo: (url) => call('POST', `${session}/url`, { url }),
    evaluate: (expression) =>
      call('POST', `${session}/execute/sync`, { script: `return ${expression}`, args: [] }),
    perform: (actions) => call('POST', `${session}/actions`, { actions }),
    close: async () => {
      await call('DELETE', session);
      await end(running);
      await end(shown);
    },
  };
}

function installed(programs: readonly string[], how: string): string {
  const found = programs.find((program) => existsSync(program));
  if (found === undefined) throw new MissingBrowser(how);
  return found;
}

function debianMachine(): string {
  return process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu';
}

/** The first line of a program's output that matches, in its group. */
async function lineOf(program: ChildProcess, pattern: RegExp): Promise<string> {
  const output = program.stderr ?? program.stdout;
  if (output === null) throw new Error('the program says nothing');
  for await (const line of createInterface({ input: output })) {
    const found = pattern.exec(line)?.[1];
    if (found === undefined) continue;
    output.resume();
    return found;
  }
  throw new Error(`${program.spawnfile} ended before it was ready`);
}

async function until(ask: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await ask();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('the driver does not answer');
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
