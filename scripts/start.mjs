// `npm start`: sets up a fresh machine, then starts the server. See docs/operating/README.md for
// its settings.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { childEnvironment, pinnedNode, ROOT, setUp } from './setup.mjs';
import { buildWeb } from './web-build.mjs';

setUp();
buildWeb();

const node = pinnedNode();
const arguments_ = [
  // Orders make short-lived garbage: a large young generation keeps it out of the old one.
  '--max-semi-space-size=64',
  '--disable-warning=ExperimentalWarning',
  '--import',
  new URL('follow-parent.mjs', import.meta.url).href,
  path.join(ROOT, 'apps', 'server', 'src', 'main.ts'),
];
const startedByNpm = process.env.npm_lifecycle_event === 'start';
const environment = childEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' });

if (process.execve) {
  // The server replaces this process: same process id, with signals and exit code of its own.
  const follow = startedByNpm ? String(process.ppid) : '';
  process.execve(node, [node, ...arguments_], { ...environment, MERIDIAN_FOLLOW_PARENT: follow });
}

const server = spawn(node, arguments_, {
  stdio: 'inherit',
  env: { ...environment, MERIDIAN_FOLLOW_PARENT: String(process.pid) },
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => server.kill(signal));
if (startedByNpm) {
  const npm = process.ppid;
  setInterval(() => process.ppid !== npm && process.kill(process.pid, 'SIGKILL'), 200).unref();
}
server.on('error', (error) => {
  process.stderr.write(`The server could not be started: ${error.message}\n`);
  process.exit(1);
});
server.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
