/**
 * For tests: loaded into each thread of a server before anything else (`--import`), it moves the
 * wall clock, as whoever sets a machine's clock does. The offset, in milliseconds, stands in the
 * file that WRONG_CLOCK names; the monotonic clock is left alone.
 */
import { readFileSync } from 'node:fs';

const file = process.env['WRONG_CLOCK'] ?? '';
const rightNow = Date.now;
Date.now = () => rightNow() + Number(readFileSync(file, 'utf8'));
