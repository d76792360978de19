// Loaded into the server before main.ts. An operator sees `npm start` as one process: if npm (or
// the launcher) is killed without a chance to pass the signal on, the server must not stay behind
// and keep the port. Ending at once is safe, since the journal recovers from it; draining would
// keep the port from the next start.
import { isMainThread } from 'node:worker_threads';

const POLL_MS = 200;

if (isMainThread && process.env.MERIDIAN_FOLLOW_PARENT === String(process.ppid)) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, POLL_MS).unref();
}
