import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compressLines, decompressLines } from './line-compression.ts';

it('gives back the lines that it took', async () => {
  const line = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 40 })
    .map((text) => text.replaceAll('\n', ' ').toWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 200 }), async (lines) => {
      expect(await decompressLines(await compressLines(lines))).toEqual(lines);
    }),
  );
});

it('reads characters that lie across two pieces of the stream', async () => {
  const lines = ['日本語'.repeat(40_000), 'é\u2028è'.repeat(50_000)];
  expect(await decompressLines(await compressLines(lines))).toEqual(lines);
});

it('reads one line without an end, as bodies were written until format 3', async () => {
  expect(await decompressLines(gzipSync('{"seq":3}'))).toEqual(['{"seq":3}']);
});

it('refuses bytes that are cut or changed', async () => {
  const whole = await compressLines(['a line', 'another one']);
  await expect(decompressLines(whole.subarray(0, whole.length - 9))).rejects.toThrow();
  await expect(decompressLines(Buffer.from('no gzip at all'))).rejects.toThrow();
});
