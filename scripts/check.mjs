// `npm run check`: the fast half of `npm test`, for every few minutes of work.
import { setUp } from './setup.mjs';
import { checkDependencies, checkTypes, finish, lint, total, vitest } from './steps.mjs';

setUp();
const staticChecks = async () => total([await lint(), await checkDependencies()]);
const parts = await Promise.all([checkTypes(), staticChecks()]);
finish(total([...parts, await vitest('unit')]));
