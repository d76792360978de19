import type { CallOutput } from '@meridian/contract/schema/call';
import type { officeWithdrawalTerms } from '@meridian/contract/custody/office';
import { Refusal } from '../../gateway/refusal.ts';
import { requireIndependent } from '../account/makers.ts';
import type { WithdrawalAgreement } from './agreements.ts';
import type { CustodyServices } from './custody-services.ts';

interface Agreeing {
  readonly withdrawal: bigint;
  readonly operator: number;
  /** The browser's assertion, and the expiry in the terms that it signed. */
  readonly assertion: string | undefined;
  readonly expiresAtMs: number | undefined;
  /** Whether a withdrawal that needs no device may go on without one. */
  readonly isOptional: boolean;
}

/**
 * The terms that an operator's device signs. Refuses with `withdrawal_not_waiting` a withdrawal
 * that needs no signature.
 */
export async function termsFor(
  { custodian, queries }: CustodyServices,
  withdrawal: bigint,
  operator: number,
): Promise<CallOutput<typeof officeWithdrawalTerms>> {
  const agreement = await custodian.agreementOf(withdrawal);
  if (agreement === undefined)
    return {
      needed: 0,
      agreed: [],
      is_asked: false,
      terms: '',
      expires_at: 0,
      site: '',
      devices: [],
    };
  const { account } = await queries
    .selectFrom('operators')
    .select('account')
    .where('id', '=', BigInt(operator))
    .executeTakeFirstOrThrow();
  const own = await queries
    .selectFrom('operator_devices')
    .select('credential')
    .where('operator_id', '=', BigInt(operator))
    .execute();
  const { needed, agreed, terms, expiresAtMs, site, devices } = agreement;
  const listed = new Set(
    devices.filter((device) => device.operator === account).map(({ credential }) => credential),
  );
  return {
    needed,
    agreed: [...agreed],
    is_asked: isAsked(agreement, account),
    terms,
    expires_at: expiresAtMs,
    site,
    devices: own.map(({ credential }) => credential).filter((credential) => listed.has(credential)),
  };
}

/**
 * Keeps a device's signature once the signer has said that it counts. The signer decides again when
 * it signs: asking now tells the operator at once, and not hours later, that a signature is
 * missing. Refuses with `device_needed`, `device_wrong`.
 */
export async function agreeTo(
  { custodian, queries }: CustodyServices,
  { withdrawal, operator, assertion, expiresAtMs, isOptional }: Agreeing,
): Promise<void> {
  const { account } = await queries
    .selectFrom('operators')
    .select('account')
    .where('id', '=', BigInt(operator))
    .executeTakeFirstOrThrow();
  if (assertion === undefined || expiresAtMs === undefined) {
    const agreement = await custodian.agreementOf(withdrawal);
    if (!isOptional || (agreement !== undefined && isAsked(agreement, account)))
      throw new Refusal('device_needed');
    return;
  }
  const agreement = await custodian.agreementOf(withdrawal, { credential: assertion, expiresAtMs });
  if (agreement === undefined) throw new Refusal('withdrawal_not_waiting', { field: 'id' });
  const others = await queries
    .selectFrom('withdrawal_agreements')
    .select('operator_id')
    .where('withdrawal', '=', withdrawal)
    .where('operator_id', '<>', BigInt(operator))
    .execute();
  await requireIndependent(
    queries,
    operator,
    others.map(({ operator_id }) => operator_id),
  );
  // Only the owner of a device may bring its signature.
  if (!agreement.agreed.includes(account))
    throw new Refusal('device_wrong', { field: 'assertion' });
  const row = {
    withdrawal,
    operator_id: BigInt(operator),
    attempt: agreement.attempt,
    assertion,
    expires_ms: BigInt(expiresAtMs),
    created_at: new Date(),
  };
  await queries
    .insertInto('withdrawal_agreements')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['withdrawal', 'operator_id', 'attempt']).doUpdateSet(row),
    )
    .execute();
}

/** The id of an assertion's credential, for the log. */
export function deviceOf(assertion: string): string {
  try {
    return String((JSON.parse(assertion) as { readonly id?: unknown } | null)?.id);
  } catch {
    return '';
  }
}

function isAsked({ needed, agreed }: WithdrawalAgreement, account: string): boolean {
  return agreed.length < needed && !agreed.includes(account);
}
