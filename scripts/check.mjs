// `npm run check`: the fast half of `npm test`, for every few minutes of work. `npm run lint` and
// `npm run types` are parts of it, `npm run format` formats every file as `check` requires.
import { spawnSync } from 'node:child_process';
import { childEnvironment, fail, pinnedNode, setUp } from './setup.mjs';
import { checkSources, checkTypes, finish, lint, prettier, total, vitest } from './steps.mjs';

const PARTS = {
  all: async () => finish(total([await checkSources(), await vitest('unit')])),
  lint: async () => finish(await lint()),
  types: async () => finish(await checkTypes()),
  format: () => {
    const { status } = spawnSync(pinnedNode(), [...prettier(), '--write', '.'], {
      stdio: 'inherit',
      env: childEnvironment(),
    });
    process.exitCode = status ?? 1;
  },
};

const part =
  PARTS[process.argv[2] ?? 'all'] ??
  fail(`which part? There are ${Object.keys(PARTS).join(', ')}.`);
setUp();
await part();
