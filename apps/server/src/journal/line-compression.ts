/**
 * Text in lines, compressed as one stream: neither side makes one string of it. A line contains no
 * line feed.
 */
import { once } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';

/** Fast rather than small: a snapshot is read once and replaced soon. */
const GZIP_LEVEL = 1;

export async function compressLines(lines: readonly string[]): Promise<Buffer> {
  const gzip = createGzip({ level: GZIP_LEVEL });
  const parts: Buffer[] = [];
  gzip.on('data', (part: Buffer) => parts.push(part));
  const ended = once(gzip, 'end');
  for (const line of lines) if (!gzip.write(`${line}\n`)) await once(gzip, 'drain');
  gzip.end();
  await ended;
  return Buffer.concat(parts);
}

/** Rejects if the bytes are no complete gzip stream. */
export async function decompressLines(body: Buffer): Promise<string[]> {
  const gunzip = createGunzip();
  gunzip.end(body);
  const decoder = new StringDecoder('utf8');
  const lines: string[] = [];
  let rest: string[] = [];
  for await (const part of gunzip as AsyncIterable<Buffer>) {
    const [first = '', ...more] = decoder.write(part).split('\n');
    rest.push(first);
    for (const next of more) {
      lines.push(rest.join(''));
      rest = [next];
    }
  }
  const last = rest.join('') + decoder.end();
  return last === '' ? lines : [...lines, last];
}
