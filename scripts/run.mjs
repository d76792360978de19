// Runs one of the project's programs on the pinned Node, after the set-up of every command: `node
// scripts/run.mjs FILE [ARGUMENT ...]`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { childEnvironment, fail, pinnedNode, ROOT, setUp } from './setup.mjs';

const [program, ...programArguments] = process.argv.slice(2);
if (program === undefined) fail('which program?');
setUp();
const { status } = spawnSync(pinnedNode(), [path.join(ROOT, program), ...programArguments], {
  stdio: 'inherit',
  env: childEnvironment({ NODE_ENV: process.env.NODE_ENV ?? 'production' }),
});
process.exitCode = status ?? 1;
