// `npm run bench` runs all but the soak; `npm run bench -- core` (http, restart, soak) runs one.
import { benchCore } from './core/bench-core.ts';
import { benchHttp, benchSoak } from './http/bench-http.ts';
import { print, printMachine } from './report.ts';
import { benchRestart } from './restart/bench-restart.ts';

const BENCHMARKS: Record<string, () => Promise<unknown>> = {
  core: benchCore,
  http: benchHttp,
  restart: benchRestart,
  soak: benchSoak,
};
const BY_DEFAULT = ['core', 'http', 'restart'];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !(name in BENCHMARKS));
if (unknown.length > 0) {
  print(`unknown benchmark ${unknown.join(', ')}; there are ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exitCode = 2;
} else {
  printMachine();
  for (const name of chosen.length > 0 ? chosen : BY_DEFAULT) await BENCHMARKS[name]?.();
}
