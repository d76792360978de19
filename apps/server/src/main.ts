/** The server's entry: settings, start, signals, exit code. */
import { inspect } from 'node:util';
import { readConfig } from './config.ts';
import { Fault } from './fault.ts';
import { startServer, type Server } from './server.ts';

const FORCED_EXIT = 1;
/** Ctrl-C in a terminal arrives twice: from the terminal, and passed on by npm. */
const SAME_SIGNAL_MS = 1_000;

function fail(error: unknown): never {
  const text = error instanceof Fault ? error.message : inspect(error);
  process.stderr.write(`Meridian has stopped: ${text}\n`);
  process.exit(1);
}

/** The first signal drains; a second one does not wait. */
function stopOnSignals(server: Promise<Server>): void {
  let stoppingSinceMs: number | undefined;
  const stop = (): void => {
    if (stoppingSinceMs !== undefined) {
      if (performance.now() - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(FORCED_EXIT);
      return;
    }
    stoppingSinceMs = performance.now();
    server.then((running) => running.stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

try {
  const starting = startServer(readConfig(process.env));
  stopOnSignals(starting);
  const server = await starting;
  for (const [part, address] of Object.entries(server.others))
    process.stdout.write(`The ${part} of Meridian: ${address}\n`);
  process.stdout.write(`Meridian serves ${server.address}\n`);
  // A failed server may have lost replies, so it must end. The next start recovers from the
  // journal.
  fail(await server.failed);
} catch (error) {
  fail(error);
}
