import type { Queries } from '../../database/database.ts';
import type { Origin } from '../../gateway/access.ts';
import type { Secrets } from '../../secrets.ts';
import { findByName } from './accounts.ts';
import type { SecurityLog } from './security-log.ts';
import { VerificationCodes, type Try } from './verification-codes.ts';

const NOWHERE: Origin = { address: '', device: '' };

/** Verification codes whose lock is notified to the owner of the receiver, if it has one. */
export function toldCodes(
  queries: Queries,
  secrets: Pick<Secrets, 'mac'>,
  securityLog: Pick<SecurityLog, 'recordLater'>,
): VerificationCodes {
  // After the answer, which is the same with and without an account.
  const tellOwner = async ({ receiver, by = NOWHERE }: Try): Promise<void> => {
    const owner = await findByName(queries, receiver);
    if (owner !== undefined) securityLog.recordLater(Number(owner.id), 'codes_locked', by);
  };
  return new VerificationCodes(queries, secrets, {
    onLocked: (failed) => void tellOwner(failed).catch(() => undefined),
  });
}
