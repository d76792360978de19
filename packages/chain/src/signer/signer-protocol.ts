import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Signed } from '../adapter.ts';
import type { AgreementAnswer, AgreementQuestion } from './agreement.ts';
import type { SignRequest, Signer, Xpubs } from './signer.ts';
import type { SignerRefusalReason } from './refusal.ts';

// Lines of JSON over a local socket. One request a line, one answer a line, matched by `id`.

export type SignerCall =
  | { readonly method: 'sign'; readonly request: SignRequest }
  | { readonly method: 'agreement'; readonly question: AgreementQuestion }
  | { readonly method: 'xpubs' }
  | { readonly method: 'status' }
  | { readonly method: 'pause'; readonly asset: string }
  /** Sealed like an approval, and valid for a minute. */
  | {
      readonly method: 'resume';
      readonly asset: string;
      readonly atMs: number;
      readonly seal: string;
    };

export type SignerCallLine = SignerCall & { readonly id: number };

export type SignerAnswerLine =
  | { readonly id: number; readonly ok: true; readonly result: unknown }
  | {
      readonly id: number;
      readonly ok: false;
      readonly reason: SignerRefusalReason | 'failed';
      readonly message: string;
    };

export interface SignerResults {
  readonly sign: Signed;
  readonly agreement: AgreementAnswer;
  readonly xpubs: Xpubs;
  readonly status: ReturnType<Signer['status']>;
  readonly pause: null;
  readonly resume: null;
}

/** A transaction carries those that it spends from: this leaves room for hundreds. */
export const MOST_LINE_BYTES = 64 * 2 ** 20;
export const RESUME_WITHIN_MS = 60_000;

export function sealResume(asset: string, atMs: number, key: Uint8Array): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(['meridian resume 1', asset, atMs]))
    .digest('hex');
}

export function isResumeSealed(
  { asset, atMs, seal }: { readonly asset: string; readonly atMs: number; readonly seal: string },
  key: Uint8Array,
): boolean {
  const expected = Buffer.from(sealResume(asset, atMs, key), 'hex');
  const given = Buffer.from(seal, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
