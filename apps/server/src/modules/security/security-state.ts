import type { SecurityState } from '@meridian/contract/security/calls';
import type { Session } from '../../gateway/handler.ts';
import { findById, type UserRow } from '../account/accounts.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { SecurityServices } from './security-services.ts';
import type { StepUp } from './step-up.ts';

/** The security of an account, as its owner sees it. */
export async function securityStateOf(
  services: SecurityServices,
  prover: StepUp,
  session: Session,
): Promise<SecurityState> {
  const { queries, access, authenticators, passkeys, fundPasswords } = services;
  const { user } = session;
  const [row, totp, recovery_codes_left, keys, fund, step_up_methods, stepped_up] =
    await Promise.all([
      findById(queries, user),
      authenticators.isInUse(user),
      authenticators.recoveryCodesLeft(user),
      passkeys.list(user),
      fundPasswords.state(user),
      prover.methodsOf(user),
      access.isSteppedUp(session),
    ]);
  return {
    email: row.email ?? '',
    phone: row.mobile ?? '',
    totp,
    recovery_codes_left,
    passkeys: keys.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      created_time: timeOf(created_at),
      last_used_time: timeOf(last_used_at),
    })),
    fund_password: fund.isSet,
    fund_password_locked: fund.isLocked,
    anti_phishing_code: row.anti_phishing_code,
    level: levelOf(row),
    withdrawals_held_until:
      row.withdrawals_held_until !== null &&
      row.withdrawals_held_until.getTime() > services.live.timeMs
        ? timeOf(row.withdrawals_held_until)
        : '',
    step_up_methods,
    stepped_up,
  };
}

/**
 * Level by the specification: 25 to begin with, 25 each for a phone number, an e-mail address, a
 * verified identity.
 */
function levelOf({ email, mobile, review_status }: UserRow): SecurityState['level'] {
  const reached = [email !== null, mobile !== null, review_status === 'approved'].filter(
    Boolean,
  ).length;
  return (25 + 25 * reached) as SecurityState['level'];
}

function timeOf(date: Date | null): string {
  return date === null ? '' : shanghaiTime(date.getTime());
}
