import type { ChainAdapter } from '@meridian/chain/adapter';
import { ChainFault } from '@meridian/chain/chain-fault';
import type { AgreementAnswer } from '@meridian/chain/signer/agreement';
import type { OperatorAssertion } from '@meridian/chain/signer/operator-devices';
import { SignerRefusal } from '@meridian/chain/signer/refusal';
import { toChain } from '@meridian/chain/units';
import type { WithdrawalStatus } from '@meridian/core/custody/custody-events';
import type { Queries } from '../../database/database.ts';
import { assetOfNetwork } from './chain-networks.ts';
import type { TransferSigner } from './transfer-signer.ts';

/** Note that the sender keeps on a withdrawal that waits for devices. */
export const DEVICES_NEEDED = "operators' devices have to agree";

/** States of a withdrawal in which the signer may still require operators' devices. */
const OPEN: readonly WithdrawalStatus[] = ['requested', 'approved', 'signed'];

interface Parts {
  readonly queries: Queries;
  readonly adapters: readonly ChainAdapter[];
  readonly signer: TransferSigner;
}

/** The signer's answer about a withdrawal, and the attempt it is about. */
export interface WithdrawalAgreement extends AgreementAnswer {
  readonly attempt: number;
}

/** Signatures of operators' devices for one attempt of a withdrawal. */
export async function assertionsOf(
  queries: Queries,
  withdrawal: bigint,
  attempt: number,
): Promise<OperatorAssertion[]> {
  const rows = await queries
    .selectFrom('withdrawal_agreements')
    .select(['assertion', 'expires_ms'])
    .where('withdrawal', '=', withdrawal)
    .where('attempt', '=', attempt)
    .orderBy('created_at', 'desc')
    .limit(7)
    .execute();
  return rows.map(({ assertion, expires_ms }) => ({
    credential: assertion,
    expiresAtMs: Number(expires_ms),
  }));
}

/** A withdrawal's id at the signer. */
export function signerId(kind: string, id: bigint): string {
  return `${kind}-${id}`;
}

/**
 * The agreement that the signer requires for a withdrawal. Undefined where it requires none: the
 * withdrawal stays within the exchange, is signed or over, or its chain is not open. The signer
 * checks again when it signs.
 * @param more a signature that is not stored, to be checked beside those that are
 */
export async function agreementOf(
  { queries, adapters, signer }: Parts,
  withdrawal: bigint,
  more?: OperatorAssertion,
): Promise<WithdrawalAgreement | undefined> {
  const row = await queries
    .selectFrom('withdrawals')
    .select(['network', 'amount', 'fee', 'address', 'recipient', 'status'])
    .where('id', '=', withdrawal)
    .executeTakeFirst();
  if (row === undefined || row.recipient !== 0n || !OPEN.includes(row.status)) return undefined;
  const asset = assetOfNetwork(row.network);
  const adapter = adapters.find(({ assets }) => assets.some(({ id }) => id === asset));
  const decimals = adapter?.assets.find(({ id }) => id === asset)?.decimals;
  const transfer = await queries
    .selectFrom('chain_transfers')
    .select(['status', 'earlier'])
    .where('withdrawal', '=', withdrawal)
    .executeTakeFirst();
  const isUnsigned =
    transfer === undefined || transfer.status === 'waiting' || transfer.status === 'built';
  if (adapter === undefined || decimals === undefined || !isUnsigned) return undefined;
  const attempt = (transfer?.earlier.length ?? 0) + 1;
  const amount = toChain(row.amount - row.fee, decimals).units.toString();
  const assertions = [
    ...(more === undefined ? [] : [more]),
    ...(await assertionsOf(queries, withdrawal, attempt)),
  ];
  try {
    const answer = await signer.agreement({
      transfer: {
        id: signerId('withdrawal', withdrawal),
        chain: adapter.chain,
        asset,
        to: row.address,
        amount,
        attempt,
      },
      assertions,
    });
    return { ...answer, attempt };
  } catch (error) {
    if (error instanceof ChainFault || error instanceof SignerRefusal) return undefined;
    throw error;
  }
}
