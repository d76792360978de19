// `npm run bench:web` measures the web application in a real Chromium; `npm run bench:web -- resync
// --runs=100` one part of it.
import { launchWholeBrowser } from '../../e2e/browser.ts';
import { ServerProcess } from '../../e2e/server-process.ts';
import { print, printFigures, printMachine, type Figure } from '../report.ts';
import { measureHeap } from './heap.ts';
import { measureLighthouse } from './lighthouse-scores.ts';
import { measureLiveScreen } from './live-screen.ts';
import { measureOrderForm } from './order-form.ts';
import { measureResync } from './resync.ts';
import type { Bench } from './stage.ts';

const PARTS: Readonly<
  Record<string, { readonly title: string; readonly measure: (bench: Bench) => Promise<Figure[]> }>
> = {
  lighthouse: { title: 'Lighthouse, mobile (bars 6, 7, 8, 10)', measure: measureLighthouse },
  form: { title: 'Time to a usable order form (bar 9)', measure: measureOrderForm },
  live: { title: 'A busy trading page (bars 11 to 15)', measure: measureLiveScreen },
  resync: { title: 'The book after a dropped connection (bar 17)', measure: measureResync },
  heap: { title: 'Memory over switches of the market (bar 18)', measure: measureHeap },
};
/** Each is changed by `--name=number`. */
const OPTIONS = {
  /** Connections dropped. */
  runs: 10,
  /** Loads of each page; the median counts. */
  loads: 5,
  /** Length of each live window. */
  seconds: 60,
  /** Switches of the market, and minutes on the last one. */
  switches: 200,
  minutes: 2,
};

const chosen = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const options = { ...OPTIONS };
const problems = chosen
  .filter((name) => !(name in PARTS))
  .map((name) => `unknown part ${name}; there are ${Object.keys(PARTS).join(', ')}`);
for (const argument of process.argv.slice(2).filter((one) => one.startsWith('--'))) {
  const [, name = '', value = ''] = /^--([a-z]+)=(\d+)$/.exec(argument) ?? [];
  if (name in options) options[name as keyof typeof options] = Number(value);
  else
    problems.push(
      `unknown option ${argument}; there are ${Object.entries(OPTIONS)
        .map(([key, standard]) => `--${key}=${standard}`)
        .join(' ')}`,
    );
}

if (problems.length > 0) {
  for (const problem of problems) print(problem);
  process.exitCode = 2;
} else {
  printMachine();
  const [server, browser] = await Promise.all([
    ServerProcess.start({ RATE_LIMITS: 'off' }),
    launchWholeBrowser(),
  ]);
  try {
    for (const [name, { title, measure }] of Object.entries(PARTS)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue;
      print(title);
      try {
        printFigures(await measure({ url: server.url, browser, ...options }));
      } catch (error) {
        // The other parts are still measured.
        print(
          `  could not be measured: ${error instanceof Error ? error.message : String(error)}\n`,
        );
        process.exitCode = 1;
      }
    }
  } finally {
    await browser.close();
    await server.remove();
  }
}
