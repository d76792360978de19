// `npm test`: everything there is to check, on a machine that has only Node and npm. Ends with one
// line of counts.
import { provideBrowser } from './browser.mjs';
import { setUp } from './setup.mjs';
import { checkSources, finish, total, vitest } from './steps.mjs';
import { buildWeb } from './web-build.mjs';

setUp();
const browser = await provideBrowser();
buildWeb();

const parts = [await checkSources()];
for (const project of ['unit', 'fuzz', 'integration', 'crash', 'attack'])
  parts.push(await vitest(project));
// Without a browser the journeys fail, they are not skipped: somebody has to know.
parts.push(await vitest('journey', browser ? { CHROMIUM_PATH: browser } : {}));
finish(total(parts));
