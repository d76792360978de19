import { randomInt } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/**
 * Below the ports that Linux, macOS and Windows give to connections and to servers that ask for any
 * port: none of them takes a free port of this range while a program starts.
 */
const [LOWEST, HIGHEST] = [10_000, 32_767];

/**
 * A port of 127.0.0.1 that nobody listens on. Until this process ends no other caller gets it,
 * whichever process they are in: this one holds the UDP port of the same number, which nothing else
 * uses.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, HIGHEST + 1);
    if ((await holdsUdpPort(port)) && (await canListen(port))) return port;
  }
}

async function holdsUdpPort(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  return new Promise((resolve, reject) => {
    socket.once('error', (error) => {
      socket.close();
      ifTaken(error, () => resolve(false), reject);
    });
    socket.bind({ port, address: '127.0.0.1', exclusive: true }, () => resolve(true));
  });
}

async function canListen(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', (error) => ifTaken(error, () => resolve(false), reject));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/** Another error would meet each port alike, and a start that tries for ever says nothing. */
function ifTaken(
  error: NodeJS.ErrnoException,
  taken: () => void,
  failed: (error: Error) => void,
): void {
  if (error.code === 'EADDRINUSE' || error.code === 'EACCES') taken();
  else failed(error);
}
