// `npm run dev`: the server, restarted when its sources change, and both applications from their
// sources, which the browser reloads by itself. Ctrl-C ends all of it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, watch } from 'node:fs';
import path from 'node:path';
import { childEnvironment, packageTool, pinnedNode, ROOT, setUp } from './setup.mjs';

/** Sources of the server. */
const SERVER_SOURCES = [
  'apps/server/src',
  'apps/server/migrations',
  'packages/chain/src',
  'packages/contract/src',
  'packages/core/src',
  'packages/money/src',
  'texts',
];
const SOURCE = /\.(?:ts|sql|json|md|txt)$/;
const TEST = /\.test\.ts$/;
/** An editor writes a file in several steps, git many files in a row. */
const SETTLES_MS = 200;
const PARENT_POLL_MS = 200;

const settings = process.env;
const serverPort = settings.PORT ?? '3000';
const webPort = settings.DEV_WEB_PORT ?? '5173';
const officePort = settings.DEV_OFFICE_PORT ?? '5174';

setUp();

let isStopping = false;
let hasFailed = false;
/** All running processes. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Starts a program of ours. It ends with this process, even if this one is killed. */
function start(folder, arguments_, extra = {}) {
  const follow = new URL('follow-parent.mjs', import.meta.url).href;
  const child = spawn(
    pinnedNode(),
    ['--disable-warning=ExperimentalWarning', '--import', follow, ...arguments_],
    {
      cwd: path.join(ROOT, folder),
      // Only this process reads the keyboard, by its signals.
      stdio: ['ignore', 'inherit', 'inherit'],
      env: childEnvironment({ ...extra, MERIDIAN_FOLLOW_PARENT: String(process.pid) }),
    },
  );
  running.add(child);
  child.on('exit', () => running.delete(child));
  return child;
}

/** Serves an application from its sources; its calls go to the server. */
function serveSources(folder, port) {
  const vite = start(
    folder,
    [
      packageTool('vite', 'bin/vite.js'),
      ...['--host', '127.0.0.1', '--port', port, '--strictPort', '--clearScreen', 'false'],
    ],
    { MERIDIAN_SERVER: `http://127.0.0.1:${serverPort}` },
  );
  vite.on('exit', () => {
    if (!isStopping) stop('SIGTERM', true);
  });
}

/** The running server, and whether it is being restarted. */
let server;
let isRestarting = false;

function startServer() {
  isRestarting = false;
  // `npm start` sets the same large young generation.
  server = start('.', ['--max-semi-space-size=64', 'apps/server/src/main.ts'], {
    NODE_ENV: settings.NODE_ENV ?? 'production',
  });
  server.on('exit', (code, signal) => {
    if (isStopping) {
      if (code !== 0) hasFailed = true;
    } else if (isRestarting) startServer();
    else
      process.stderr.write(
        `The server ended with ${code ?? signal}. It starts again when a source changes.\n`,
      );
  });
}

/** Stops the server as an operator would, and starts it on the changed sources. */
function restart(name) {
  if (isStopping || isRestarting) return;
  process.stderr.write(`${name} has changed: the server starts again ...\n`);
  if (!running.has(server)) return startServer();
  isRestarting = true;
  server.kill('SIGTERM');
}

function watchSources() {
  let timer;
  for (const folder of SERVER_SOURCES.filter((name) => existsSync(path.join(ROOT, name))))
    watch(path.join(ROOT, folder), { recursive: true }, (_event, file) => {
      if (file === null || !SOURCE.test(file) || TEST.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => restart(path.join(folder, file)), SETTLES_MS);
    });
}

async function stop(signal, failed = false) {
  hasFailed ||= failed;
  isStopping = true;
  // The server drains at the first signal and ends at once at a later one, see its main.ts.
  const ends = [...running].map((child) => {
    const ended = once(child, 'exit');
    child.kill(signal);
    return ended;
  });
  await Promise.all(ends);
  process.exit(hasFailed ? 1 : 0);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => void stop(signal === 'SIGHUP' ? 'SIGTERM' : signal));
const parent = process.ppid;
// If npm is killed without a chance to pass the signal on, none of these processes may remain.
setInterval(() => process.ppid !== parent && process.kill(process.pid, 'SIGKILL'), PARENT_POLL_MS);

watchSources();
startServer();
serveSources('apps/web', webPort);
serveSources('apps/office', officePort);
process.stdout.write(
  `Pages from their sources: http://127.0.0.1:${webPort}, office http://127.0.0.1:${officePort}/office/\n`,
);
