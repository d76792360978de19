// `npm test`: all checks, on a machine that has only Node and npm. Ends with one line of counts.
import { findHeadlessShell, provideBrowser } from './browser.mjs';
import { setUp } from './setup.mjs';
import { checkSources, finish, total, vitest } from './steps.mjs';
import { buildWeb } from './web-build.mjs';

setUp();
const browser = await provideBrowser();
buildWeb();

const parts = [await checkSources()];
for (const project of ['unit', 'fuzz', 'integration', 'crash', 'attack'])
  parts.push(await vitest(project));
// Without a browser the journeys fail instead of being skipped, so that it is noticed.
const shell = findHeadlessShell();
parts.push(
  await vitest('journey', {
    ...(browser && { CHROMIUM_PATH: browser }),
    ...(shell && { HEADLESS_SHELL_PATH: shell }),
  }),
);
finish(total(parts));
