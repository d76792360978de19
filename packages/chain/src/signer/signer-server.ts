import { chmodSync, rmSync } from 'node:fs';
import { createConnection, createServer, type Server, type Socket } from 'node:net';
import { MOST_ASSERTIONS } from './agreement.ts';
import { SignerRefusal } from './refusal.ts';
import {
  isResumeSealed,
  MOST_LINE_BYTES,
  RESUME_WITHIN_MS,
  type SignerAnswerLine,
  type SignerCallLine,
} from './signer-protocol.ts';
import type { Signer } from './signer.ts';

/** Longer than any name, address, amount or seal. */
const LONGEST_NAME = 200;
/** Longer than any device's assertion as JSON. */
const LONGEST_ASSERTION = 8_000;

export interface SignerServerOptions {
  readonly signer: Signer;
  readonly approvalKey: Uint8Array;
  /** Path of the socket. Only the signer's user and its group can open it. */
  readonly socket: string;
  readonly now: () => number;
  /** Called with every request and its result, for the signer's own record. */
  readonly note: (line: object) => void;
}

/**
 * @throws when another signer listens there: two signers on one log would not know each other's
 * signatures
 */
export async function serveSigner(options: SignerServerOptions): Promise<Server> {
  if (await isAnswered(options.socket))
    throw new Error(`another signer listens at ${options.socket}`);
  // The socket that a killed signer left behind.
  rmSync(options.socket, { force: true });
  const server = createServer((socket) =>
    readLines(socket, (line) => void answerLine(line, socket, options)),
  );
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(options.socket, resolve),
  );
  chmodSync(options.socket, 0o660);
  return server;
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function readLines(socket: Socket, take: (line: string) => void): void {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk: string) => {
    // Only the new chunk is searched for line ends: a long line arrives in a thousand chunks.
    const pieces = chunk.split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      const line = rest + piece;
      rest = '';
      if (line !== '') take(line);
    }
    rest += last;
    if (rest.length > MOST_LINE_BYTES) socket.destroy();
  });
}

async function answerLine(
  line: string,
  socket: Socket,
  options: SignerServerOptions,
): Promise<void> {
  const answer = await answerOf(line, options);
  if (!socket.destroyed) socket.write(`${JSON.stringify(answer)}\n`);
}

async function answerOf(line: string, options: SignerServerOptions): Promise<SignerAnswerLine> {
  const call = readCall(line);
  if (call === undefined) return { id: -1, ok: false, reason: 'malformed', message: 'not a call' };
  try {
    const result = await perform(call, options);
    // Questions about agreements are not noted: the server asks for each waiting withdrawal every
    // few seconds, and they change nothing.
    if (call.method !== 'agreement')
      options.note({ method: call.method, ok: true, ...subject(call) });
    return { id: call.id, ok: true, result };
  } catch (error) {
    const reason = error instanceof SignerRefusal ? error.reason : 'failed';
    const message =
      error instanceof SignerRefusal ? error.message : 'the signer failed: see its record';
    options.note({
      method: call.method,
      ok: false,
      reason,
      message: error instanceof Error ? error.message : String(error),
      ...subject(call),
    });
    return { id: call.id, ok: false, reason, message };
  }
}

/** Anybody who reaches the socket can write anything: lines that are no call are not even noted. */
function readCall(line: string): SignerCallLine | undefined {
  try {
    const call = JSON.parse(line) as SignerCallLine | null;
    return call !== null && isName(call.method) ? call : undefined;
  } catch {
    return undefined;
  }
}

async function perform(
  call: SignerCallLine,
  { signer, approvalKey, now }: SignerServerOptions,
): Promise<unknown> {
  switch (call.method) {
    case 'sign':
      if (!isRequest(call.request))
        throw new SignerRefusal('malformed', 'no approval and transaction');
      return await signer.sign(call.request);
    case 'agreement':
      if (!isQuestion(call.question)) throw new SignerRefusal('malformed', 'no withdrawal');
      return signer.agreement(call.question);
    case 'xpubs':
      return signer.xpubs;
    case 'status':
      return signer.status();
    case 'pause':
      if (!isName(call.asset)) throw new SignerRefusal('malformed', 'no asset');
      signer.pause(call.asset);
      return null;
    case 'resume':
      if (!isResumeSealed(call, approvalKey) || Math.abs(now() - call.atMs) > RESUME_WITHIN_MS)
        throw new SignerRefusal('not_approved', 'only the exchange resumes');
      signer.resume(call.asset);
      return null;
    default:
      throw new SignerRefusal('malformed', 'no such method');
  }
}

/**
 * Checks only the fields that reading on requires: every value is compared or decoded before its
 * use.
 */
function isRequest(value: unknown): boolean {
  const request = value as
    { approval?: unknown; unsigned?: unknown; assertions?: unknown } | null | undefined;
  if (request?.assertions !== undefined && !areAssertions(request.assertions)) return false;
  const approval = request?.approval as Record<string, unknown> | null | undefined;
  const isText = ['id', 'kind', 'chain', 'asset', 'to', 'amount', 'maxFee', 'seal'].every((name) =>
    isName(approval?.[name]),
  );
  return (
    isText &&
    typeof approval?.['attempt'] === 'number' &&
    typeof approval['expiresAtMs'] === 'number' &&
    typeof request?.unsigned === 'object' &&
    request.unsigned !== null
  );
}

function isQuestion(value: unknown): boolean {
  const question = value as { transfer?: unknown; assertions?: unknown } | null | undefined;
  const transfer = question?.transfer as Record<string, unknown> | null | undefined;
  return (
    ['id', 'chain', 'asset', 'to', 'amount'].every((name) => isName(transfer?.[name])) &&
    typeof transfer?.['attempt'] === 'number' &&
    areAssertions(question?.assertions)
  );
}

function areAssertions(value: unknown): boolean {
  if (!Array.isArray(value) || value.length > MOST_ASSERTIONS) return false;
  const each = value as readonly (Record<string, unknown> | null)[];
  return each.every(
    (one) =>
      typeof one?.['expiresAtMs'] === 'number' &&
      typeof one['credential'] === 'string' &&
      one['credential'].length <= LONGEST_ASSERTION,
  );
}

/** Whether a value is text, short enough to be noted. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && value.length <= LONGEST_NAME;
}

function subject(call: SignerCallLine): object {
  if (call.method === 'agreement')
    return isQuestion(call.question) ? { withdrawal: call.question.transfer.id } : {};
  if (call.method === 'pause' || call.method === 'resume')
    return isName(call.asset) ? { asset: call.asset } : {};
  if (call.method !== 'sign' || !isRequest(call.request)) return {};
  const { id, kind, asset, to, amount, maxFee } = call.request.approval;
  return { approval: { id, kind, asset, to, amount, maxFee } };
}
