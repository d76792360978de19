// Builds the customers' application and the office, as `npm start` does.
// @ts-expect-error the scripts that run on any Node have no types
import { buildWeb } from './web-build.mjs';

(buildWeb as () => void)();
