// `npm run rebuild`: forgets the read models; the next start makes them anew from the journal. The server must not run.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { childEnvironment, pinnedNode, ROOT, setUp } from './setup.mjs';

setUp();
const { status } = spawnSync(pinnedNode(), [path.join(ROOT, 'apps', 'server', 'src', 'rebuild.ts')], {
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: 'production' }),
});
process.exitCode = status ?? 1;
