/**
 * One server for every journey that changes nothing another one could miss. Vitest starts it once,
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
 * Without limits on requests: all visitors of the suite come from one address. With a season, so
 * that its pages are seen full.
 */
export async function setup(project: TestProject): Promise<void> {
  server = await ServerProcess.start({ RATE_LIMITS: 'off', CONTEST: 'on' });
  project.provide('frontUrl', server.url);
  project.provide('frontDatabaseUrl', server.databaseUrl);
}

export async function teardown(): Promise<void> {
  await server?.remove();
}
