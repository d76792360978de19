import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Unzip, UnzipInflate, UnzipPassThrough } from 'fflate';

/**
 * Lines of a text file, plain, gzipped (`.gz`) or zipped (`.zip`: its `.csv` files one after the
 * other), without their ends. Streams: memory stays bounded by a read buffer and its unpacked size.
 * The file is closed when the caller stops early.
 */
export async function* readLines(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of readBytes(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines)
      if (line.length > 0 && line !== '\r') yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest = (rest + decoder.decode()).trimEnd();
  if (rest.length > 0) yield rest;
}

function readBytes(path: string): AsyncIterable<Uint8Array> {
  const file = createReadStream(path);
  if (path.endsWith('.zip')) return unzip(file);
  if (!path.endsWith('.gz')) return file;
  const unpacked = createGunzip();
  // `pipe` does not forward errors; a broken file must end the reading.
  file.on('error', (error) => unpacked.destroy(error));
  return file.pipe(unpacked);
}

async function* unzip(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let unpacked: Uint8Array[] = [];
  let failure: Error | undefined;
  const archive = new Unzip((entry) => {
    if (!entry.name.endsWith('.csv')) return;
    entry.ondata = (error, data) => {
      if (error === null) unpacked.push(data);
      else failure = error;
    };
    entry.start();
  });
  archive.register(UnzipInflate);
  archive.register(UnzipPassThrough);
  for await (const chunk of file) {
    archive.push(chunk);
    if (failure !== undefined) throw failure;
    yield* unpacked;
    unpacked = [];
  }
  archive.push(new Uint8Array(0), true);
  if (failure !== undefined) throw failure;
  yield* unpacked;
}
