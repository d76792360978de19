// `npm run bench`: the benchmarks beside their peers. Arguments after `--` are the benchmarks' own,
// see docs/BENCHMARKS.md.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { childEnvironment, pinnedNode, ROOT, setUp } from './setup.mjs';

setUp();
const { status } = spawnSync(
  pinnedNode(),
  [path.join(ROOT, 'bench', 'main.ts'), ...process.argv.slice(2)],
  {
    stdio: 'inherit',
    env: childEnvironment({ NODE_ENV: 'production' }),
  },
);
process.exitCode = status ?? 1;
