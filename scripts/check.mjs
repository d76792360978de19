// `npm run check`: the fast half of `npm test`, for every few minutes of work.
import { setUp } from './setup.mjs';
import { checkSources, finish, total, vitest } from './steps.mjs';

setUp();
finish(total([await checkSources(), await vitest('unit')]));
