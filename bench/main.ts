// `npm run bench` runs all but the soak; `npm run bench -- core` (http, restart, soak) runs one.
import { benchCore } from './core/bench-core.ts';
import { print, printMachine } from './report.ts';

const BENCHMARKS: Record<string, () => Promise<unknown>> = {
  core: benchCore,
};
const BY_DEFAULT = ['core'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  print(`unknown benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exitCode = 2;
} else {
  printMachine();
  for (const name of chosen.length > 0 ? chosen : BY_DEFAULT) await BENCHMARKS[name]?.();
}
