// `npm run other-browsers`: walks through the terminal in browsers other than Chromium.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { childEnvironment, pinnedNode, ROOT, setUp } from './setup.mjs';
import { buildWeb } from './web-build.mjs';

setUp();
buildWeb();
const { status } = spawnSync(pinnedNode(), [path.join(ROOT, 'e2e/other-browsers/main.ts')], {
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: 'production' }),
});
process.exitCode = status ?? 1;
