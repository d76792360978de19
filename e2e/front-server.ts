/**
 * One server for all journeys that leave no changes that another could miss. Vitest starts it once,
 * before the first of them.
 */
import type { TestProject } from 'vitest/node';
import { ServerProcess } from './server-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly frontUrl: string;
    readonly frontDatabaseUrl: string;
  }
}

let server: ServerProcess | undefined;

/**
 * Without rate limits, since all visitors of the suite share one address. With a contest season, so
 * that its pages have content.
 */
export async function setup(project: TestProject): Promise<void> {
  server = await ServerProcess.start({ RATE_LIMITS: 'off', CONTEST: 'on' });
  project.provide('frontUrl', server.url);
  project.provide('frontDatabaseUrl', server.databaseUrl);
}

export async function teardown(): Promise<void> {
  await server?.remove();
}
