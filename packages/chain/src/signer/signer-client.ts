import { createConnection, type Socket } from 'node:net';
import type { Signed } from '../adapter.ts';
import { ChainFault } from '../chain-fault.ts';
import type { KeyRef } from '../chains.ts';
import type { Unsigned } from '../adapter.ts';
import type { AgreementAnswer, AgreementQuestion } from './agreement.ts';
import { sealApproval, type Approval } from './approval.ts';
import type { OperatorAssertion } from './operator-devices.ts';
import { SignerRefusal } from './refusal.ts';
import {
  sealResume,
  type SignerAnswerLine,
  type SignerCall,
  type SignerResults,
} from './signer-protocol.ts';
import type { Xpubs } from './signer.ts';

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The exchange's end of the signer's socket. It holds the key that seals approvals, and no other
 * key.
 */
export class SignerClient {
  readonly #socket: Socket;
  readonly #approvalKey: Uint8Array;
  readonly #waiting = new Map<number, Waiting>();
  #next = 1;
  #rest = '';

  private constructor(socket: Socket, approvalKey: Uint8Array) {
    this.#socket = socket;
    this.#approvalKey = approvalKey;
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => this.#read(chunk));
    socket.on('error', () => this.#lose());
    socket.on('close', () => this.#lose());
  }

  /** @throws ChainFault `unreachable` when no signer listens at the socket */
  static async connect(path: string, approvalKey: Uint8Array): Promise<SignerClient> {
    const socket = createConnection(path);
    try {
      await new Promise<void>((resolve, reject) =>
        socket.once('connect', resolve).once('error', reject),
      );
    } catch (error) {
      throw new ChainFault('unreachable', 'the signer does not answer', { cause: error });
    }
    return new SignerClient(socket, approvalKey);
  }

  /**
   * @param toKey the key of an internal transfer's destination
   * @param assertions signatures of operators' devices for a withdrawal
   * @throws SignerRefusal with its reason, ChainFault `unreachable` when it is unknown whether the
   * signer signed: repeat the same request
   */
  sign(
    approval: Approval,
    unsigned: Unsigned,
    {
      toKey,
      assertions,
    }: {
      readonly toKey?: KeyRef | undefined;
      readonly assertions?: readonly OperatorAssertion[];
    } = {},
  ): Promise<Signed> {
    const more = {
      ...(toKey === undefined ? {} : { toKey }),
      ...(assertions === undefined ? {} : { assertions }),
    };
    return this.#call('sign', {
      method: 'sign',
      request: { approval: sealApproval(approval, this.#approvalKey), unsigned, ...more },
    });
  }

  /**
   * The number of operators that have to agree to a withdrawal, those who have, and the terms that
   * another one would sign.
   * @throws as `sign`
   */
  agreement(question: AgreementQuestion): Promise<AgreementAnswer> {
    return this.#call('agreement', { method: 'agreement', question });
  }

  xpubs(): Promise<Xpubs> {
    return this.#call('xpubs', { method: 'xpubs' });
  }

  status(): Promise<SignerResults['status']> {
    return this.#call('status', { method: 'status' });
  }

  /** @param asset an asset, or `*` for all */
  async pause(asset: string): Promise<void> {
    await this.#call('pause', { method: 'pause', asset });
  }

  async resume(asset: string, nowMs: number): Promise<void> {
    await this.#call('resume', {
      method: 'resume',
      asset,
      atMs: nowMs,
      seal: sealResume(asset, nowMs, this.#approvalKey),
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #call<M extends keyof SignerResults>(
    _method: M,
    call: SignerCall & { readonly method: M },
  ): Promise<SignerResults[M]> {
    if (this.#socket.destroyed)
      return Promise.reject(new ChainFault('unreachable', 'the signer is gone'));
    const id = this.#next++;
    return new Promise<SignerResults[M]>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
      this.#socket.write(`${JSON.stringify({ ...call, id })}\n`);
    });
  }

  #read(chunk: string): void {
    const pieces = chunk.split('\n');
    const last = pieces.pop() ?? '';
    for (const piece of pieces) {
      const answer = JSON.parse(this.#rest + piece) as SignerAnswerLine;
      this.#rest = '';
      const waiting = this.#waiting.get(answer.id);
      this.#waiting.delete(answer.id);
      if (answer.ok) waiting?.resolve(answer.result);
      else
        waiting?.reject(
          answer.reason === 'failed'
            ? new ChainFault('unreachable', answer.message)
            : new SignerRefusal(answer.reason, answer.message),
        );
    }
    this.#rest += last;
  }

  #lose(): void {
    for (const { reject } of this.#waiting.values())
      reject(new ChainFault('unreachable', 'the signer went away'));
    this.#waiting.clear();
  }
}
