/**
 * For tests: loaded into each thread of a server before any other code (`--import`), it moves the
 * wall clock, as setting a machine's clock does. The file that WRONG_CLOCK names has the offset, in
 * milliseconds; the monotonic clock is unchanged.
 */
import { readFileSync } from 'node:fs';

const file = process.env['WRONG_CLOCK'] ?? '';
const rightNow = Date.now;
Date.now = () => rightNow() + Number(readFileSync(file, 'utf8'));
