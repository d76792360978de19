import { CHAINS, DEPOSIT_ACCOUNT, HOT_ACCOUNT, type KeyRef } from '../chains.ts';
import type { Unsigned } from '../adapter.ts';
import type { Approval } from './approval.ts';
import type { Decoded, DecodeContext } from './decode-unsigned.ts';
import type { SignerRefusalReason } from './refusal.ts';

/**
 * Number of hot addresses that change and moves may go to: the first ones of the account, as many
 * as any wallet checks that opens the mnemonic (the gap limit of BIP-44). Coins at a later address
 * would be ours, but no wallet would find them.
 */
const KNOWN_HOT_ADDRESSES = 20;
const KINDS: ReadonlySet<string> = new Set<Approval['kind']>(['withdrawal', 'internal']);

export interface CheckRequest {
  readonly approval: Approval;
  readonly unsigned: Unsigned;
  readonly decoded: Decoded;
  /** The key of an internal transfer's destination, undefined for a cold address. */
  readonly toKey: KeyRef | undefined;
}

/**
 * Checks that a transaction agrees with its approval to the last unit (invariant W6). Withdrawals
 * take from hot addresses only, except on a chain of outputs, which are spent where they are;
 * internal transfers end at an own address. Change always goes back to a known hot address.
 * @returns the reason of a refusal, or undefined
 */
export function checkApproval(
  { approval, unsigned, decoded, toKey }: CheckRequest,
  { policy, addressOf }: DecodeContext,
): SignerRefusalReason | undefined {
  // An unknown kind would count in no limit.
  if (!KINDS.has(approval.kind)) return 'malformed';
  if (approval.chain !== unsigned.chain) return 'wrong_chain';
  if (approval.asset !== decoded.asset) return 'wrong_asset';
  if (approval.to !== decoded.to) return 'wrong_destination';
  if (approval.amount !== decoded.amount.toString() || decoded.amount <= 0n) return 'wrong_amount';
  const mostFee = policy.mostFee[approval.chain];
  if (
    mostFee === undefined ||
    decoded.fee < 0n ||
    decoded.fee > BigInt(approval.maxFee) ||
    decoded.fee > mostFee
  )
    return 'fee_too_high';
  if (decoded.change !== undefined && !isKnownHot(decoded.change)) return 'wrong_change';
  if (approval.kind === 'withdrawal')
    return CHAINS[approval.chain].keeps === 'outputs' ||
      decoded.sources.every(({ account }) => account === HOT_ACCOUNT)
      ? undefined
      : 'wrong_source';
  if (toKey === undefined)
    return policy.coldAddresses.includes(decoded.to) ? undefined : 'not_own_address';
  const isOwn =
    addressOf(toKey) === decoded.to && (toKey.account === DEPOSIT_ACCOUNT || isKnownHot(toKey));
  return isOwn ? undefined : 'not_own_address';
}

function isKnownHot({ account, index }: KeyRef): boolean {
  return account === HOT_ACCOUNT && index < KNOWN_HOT_ADDRESSES;
}
