/**
 * Runs before the first file of crash tests and journeys: their servers begin as copies of a demo
 * that has been started once, so that not each of them makes the past of the markets.
 */
import { prepareDataDir, removeDataDir } from '../src/database/temporary-database.ts';
import { ServerProcess } from './server-process.ts';

let dataDir: string | undefined;

export async function setup(): Promise<void> {
  dataDir = await prepareDataDir();
  const server = new ServerProcess(dataDir);
  await server.ready();
  await server.stop();
}

export function teardown(): void {
  if (dataDir !== undefined) removeDataDir(dataDir);
}
