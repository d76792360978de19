import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it, vi } from 'vitest';
import { freePort } from './free-port.ts';

const drawn = vi.hoisted(() => ({ ports: [] as number[] }));
vi.mock('node:crypto', async (original) => {
  const real = await original<typeof import('node:crypto')>();
  return { ...real, randomInt: () => drawn.ports.shift() };
});

it('gives a port to one caller, also when another process draws it', async () => {
  drawn.ports = [21_003, 21_003, 21_004];
  expect(await freePort()).toBe(21_003);
  expect(await freePort()).toBe(21_004);
  const other = spawn(process.execPath, [
    '--input-type=module',
    '-e',
    `import { createSocket } from 'node:dgram';
     const socket = createSocket('udp4');
     socket.once('error', ({ code }) => console.log(code));
     socket.bind({ port: 21003, address: '127.0.0.1', exclusive: true }, () => process.exit());`,
  ]);
  const [chunk] = await once(other.stdout, 'data');
  expect(String(chunk).trim()).toBe('EADDRINUSE');
});

it('passes over a port where a program listens', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(21_005, '127.0.0.1', resolve));
  drawn.ports = [21_005, 21_006];
  expect(await freePort()).toBe(21_006);
  taken.close();
});
