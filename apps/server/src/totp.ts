import { verify } from 'otplib';

/** Seconds by which a phone's clock may be off, either way: one step. */
const TOLERANCE_SECONDS = 30;
const CODE = /^\d{6}$/;

/**
 * The time step of a code (RFC 6238: SHA-1, 30 seconds, six digits); undefined where the code is
 * not valid now.
 *
 * @param secret base32
 */
export async function totpStep(
  secret: string,
  code: string,
  nowMs: number,
): Promise<bigint | undefined> {
  if (!CODE.test(code)) return undefined;
  const result = await verify({
    secret,
    token: code,
    epochTolerance: TOLERANCE_SECONDS,
    epoch: Math.floor(nowMs / 1000),
  });
  return result.valid && 'timeStep' in result ? BigInt(result.timeStep) : undefined;
}
