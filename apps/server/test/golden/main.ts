/**
 * `npm run golden -- record FOLDER [SET ...]`: records golden sets of the version that is checked
 * out. `npm run golden -- seeds`: finds seeds for the random ones. See
 * apps/server/test/golden/README.md.
 */
import { execFileSync } from 'node:child_process';
import { NEWEST_RULES } from '@meridian/core/rules';
import { findSeeds } from './find-seeds.ts';
import { record } from './record.ts';

const [task, folder, ...names] = process.argv.slice(2);
if (task === 'seeds') {
  findSeeds((line) => process.stdout.write(`${line}\n`));
  process.exit(0);
}
if (task !== 'record' || folder === undefined) {
  process.stderr.write('npm run golden -- record FOLDER [SET ...]\nnpm run golden -- seeds\n');
  process.exit(1);
}
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { encoding: 'utf8' }).trim();
await record(folder, { rules: NEWEST_RULES, commit }, names);
