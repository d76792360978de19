import { readFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approval,
  clock,
  ethereum,
  file,
  folder,
  KEY,
  MINUTE,
  openNewSigner,
  removeFolder,
  signer,
} from '../testing/test-signer.ts';
import { SignerClient } from './signer-client.ts';
import { serveSigner } from './signer-server.ts';

beforeEach(openNewSigner);
afterAll(removeFolder);

describe('over its socket', () => {
  test('signs, refuses with the reason, pauses for anybody and resumes for the exchange', async () => {
    const socket = path.join(folder, 'signer.sock');
    const notes: object[] = [];
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => clock.nowMs,
      note: (line) => notes.push(line),
    });
    const client = await SignerClient.connect(socket, KEY);
    const stranger = await SignerClient.connect(socket, Buffer.alloc(32, 1));
    const xpubs = await client.xpubs();
    expect(JSON.stringify(xpubs)).not.toContain('xprv');
    expect(xpubs.ethereum.hot).toMatch(/^xpub/);
    await expect(stranger.sign(approval(), ethereum())).rejects.toMatchObject({
      reason: 'not_approved',
    });
    const { txid } = await client.sign(approval(), ethereum());
    expect((await client.sign(approval(), ethereum())).txid).toBe(txid);
    await stranger.pause('*');
    await expect(client.sign(approval(), ethereum())).rejects.toMatchObject({ reason: 'paused' });
    await expect(stranger.resume('*', clock.nowMs)).rejects.toMatchObject({
      reason: 'not_approved',
    });
    await expect(client.resume('*', clock.nowMs - 2 * MINUTE)).rejects.toMatchObject({
      reason: 'not_approved',
    });
    await client.resume('*', clock.nowMs);
    expect((await client.status()).paused).toEqual([]);
    expect(notes.length).toBeGreaterThan(6);
    client.close();
    await expect(client.status()).rejects.toMatchObject({ code: 'unreachable' });
    stranger.close();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a stranger at the socket neither ends it nor fills its memory or its record', async () => {
    const socket = path.join(folder, 'strangers.sock');
    const notes: object[] = [];
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => clock.nowMs,
      note: (line) => notes.push(line),
    });
    const connection = createConnection(socket);
    const answers = new Promise<string>((resolve) => {
      let text = '';
      connection.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.split('\n').length > 10) resolve(text);
      });
    });
    const long = 'A'.repeat(1_000_000);
    const lines = [
      'null',
      '7',
      '{"id":1}',
      `{"id":2,"method":"${long}"}`,
      `{"id":3,"method":"pause","asset":"${long}"}`,
      '{"id":4,"method":"pause","asset":null}',
      '{"id":5,"method":"pause","asset":"DOGE"}',
    ];
    for (const line of [
      ...lines,
      ...Array.from({ length: 3 }, () => '{"id":6,"method":"pause","asset":"ETH"}'),
    ])
      connection.write(`${line}\n`);
    const given = (await answers)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; ok: boolean });
    expect(given.map(({ id, ok }) => [id, ok])).toEqual([
      [-1, false],
      [-1, false],
      [-1, false],
      [-1, false],
      [3, false],
      [4, false],
      [5, true],
      [6, true],
      [6, true],
      [6, true],
    ]);
    expect(readFileSync(file, 'utf8')).toBe('{"paused":"ETH"}\n');
    expect(JSON.stringify(notes).length).toBeLessThan(2_000);
    connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });

  test('a line is looked through once, in however many pieces it comes', async () => {
    const socket = path.join(folder, 'pieces.sock');
    const server = await serveSigner({
      signer,
      approvalKey: KEY,
      socket,
      now: () => clock.nowMs,
      note: () => undefined,
    });
    const connection = createConnection(socket);
    const answered = new Promise<string>((resolve) =>
      connection.setEncoding('utf8').once('data', resolve),
    );
    connection.write('{"id":8,"method":"status","more":"');
    // 48 million letters: searched from the beginning with each piece, they would be 17 thousand
    // million.
    const before = process.cpuUsage();
    for (let at = 0; at < 48; at += 1)
      await new Promise((resolve) => connection.write('a'.repeat(1_000_000), resolve));
    connection.write('"}\n');
    expect(await answered).toContain('"id":8,"ok":true');
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2_500);
    connection.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
});
