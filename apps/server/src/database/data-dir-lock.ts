/**
 * Keeps two servers from using one DATA_DIR. The lock is a local socket: the kernel drops it with
 * the process, however it dies.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Fault } from '../fault.ts';

/**
 * Creates a missing DATA_DIR for its owner alone. Where that is root, other users may pass through
 * it but not list it: PostgreSQL runs as another user, in a folder of its own below. The mode of an
 * existing folder is not changed.
 */
export function makeDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
}

/**
 * Takes the lock or throws `Fault` when another server has it. The returned function releases it.
 */
export async function lockDataDir(dataDir: string): Promise<() => void> {
  const address = lockAddress(dataDir);
  await removeDeadSocket(address);
  const server = createServer((socket) => socket.destroy());
  try {
    await listening(server, address);
  } catch (cause) {
    const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const message = isTaken
      ? `another server is running on ${dataDir}`
      : `${dataDir} cannot be locked`;
    throw new Fault('configuration_invalid', message, { cause });
  }
  server.unref();
  return () => {
    server.close();
  };
}

/** One name for each folder, by device and inode, so that two paths to it give the same lock. */
function lockAddress(dataDir: string): string {
  const { dev, ino } = statSync(dataDir);
  const name = `meridian-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)}`;
  switch (platform()) {
    case 'linux':
      return `\0${name}`;
    case 'win32':
      return `\\\\.\\pipe\\${name}`;
    default:
      return join(tmpdir(), `${name}.sock`);
  }
}

/** Only for addresses that are files: such a file stays behind when its server is killed. */
async function removeDeadSocket(address: string): Promise<void> {
  if (address.startsWith('\0') || address.startsWith('\\') || !existsSync(address)) return;
  const socket = connect(address);
  try {
    await once(socket, 'connect');
    socket.destroy();
  } catch {
    rmSync(address, { force: true });
  }
}

async function listening(server: Server, address: string): Promise<void> {
  server.listen(address);
  // Rejects on 'error'.
  await once(server, 'listening');
}
