import { createHash } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import type { Signed, Unsigned } from '../adapter.ts';
import {
  DEPOSIT_ACCOUNT,
  HOT_ACCOUNT,
  KEY_BRANCHES,
  type KeyBranch,
  type KeyRef,
} from '../chains.ts';
import { accountXpub, isIndex } from '../keys/derivation.ts';
import { deriveAddress } from '../keys/derive-address.ts';
import {
  agreedBy,
  AGREED_FOR_MS,
  type Agreed,
  type AgreementAnswer,
  type AgreementQuestion,
} from './agreement.ts';
import { isSealed, type SealedApproval } from './approval.ts';
import { checkApproval } from './check-approval.ts';
import { decodeUnsigned, type Decoded } from './decode-unsigned.ts';
import { countsOf, limitsOf, requireWithinLimits } from './limits.ts';
import { rpIdOf, type OperatorAssertion } from './operator-devices.ts';
import type { SignerPolicy } from './policy.ts';
import { SignerRefusal } from './refusal.ts';
import type { SignedRecord, SignerLog } from './signer-log.ts';
import { signUnsigned } from './sign-unsigned.ts';
import { operatorsNeeded, tierOf, type OperatorCount } from './tiers.ts';
import { termsText, type WithdrawalTerms } from './withdrawal-terms.ts';

export interface SignRequest {
  readonly approval: SealedApproval;
  readonly unsigned: Unsigned;
  /** The key of an internal transfer's destination. */
  readonly toKey?: KeyRef;
  /** Signatures of operators' devices for a withdrawal. */
  readonly assertions?: readonly OperatorAssertion[];
}

export interface SignerOptions {
  readonly root: HDKey;
  readonly policy: SignerPolicy;
  readonly log: SignerLog;
  /** Shared with the exchange only. */
  readonly approvalKey: Uint8Array;
  readonly now: () => number;
}

export type Xpubs = Readonly<
  Record<KeyBranch, { readonly deposits: string; readonly hot: string }>
>;

/** Number of cached addresses: a transaction has a few hundred at most. */
const MOST_ADDRESSES = 50_000;
/**
 * Time after which no other branch of Tron's chain can include an expired transaction: see
 * TronAdapter.
 */
const SURELY_EXPIRED_MS = 60_000;

/**
 * Signs transactions that the exchange approved, and no others. It trusts nobody's description of a
 * transaction: it reads the bytes itself and compares them with the approval. It owns the keys, its
 * policy and its log. Requests are handled one after the other.
 */
export class Signer {
  readonly #options: SignerOptions;
  readonly #xpubs: Xpubs;
  readonly #addresses = new Map<string, string>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SignerOptions) {
    this.#options = options;
    const pair = (branch: KeyBranch) => ({
      deposits: accountXpub(options.root, branch, DEPOSIT_ACCOUNT),
      hot: accountXpub(options.root, branch, HOT_ACCOUNT),
    });
    this.#xpubs = Object.fromEntries(KEY_BRANCHES.map((branch) => [branch, pair(branch)])) as Xpubs;
  }

  /**
   * The keys' public part, which the exchange may have: it derives every address and spends
   * nothing.
   */
  get xpubs(): Xpubs {
    return this.#xpubs;
  }

  /** @throws SignerRefusal */
  sign(request: SignRequest): Promise<Signed> {
    const turn = this.#last.then(() => this.#sign(request));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  status(): {
    readonly paused: readonly string[];
    readonly outflow: Readonly<Record<string, { readonly hour: string; readonly day: string }>>;
  } {
    const { policy, log, now } = this.#options;
    const outflow = [...limitsOf(policy).keys()].map((name) => {
      const { hour, day } = log.outflow(name, now());
      return [name, { hour: hour.toString(), day: day.toString() }] as const;
    });
    return { paused: log.paused(), outflow: Object.fromEntries(outflow) };
  }

  /**
   * Anybody who reaches the signer may pause it. An asset that the policy does not list is never
   * signed, so its pause is not written.
   * @param asset an asset, or `*` for all
   */
  pause(asset: string): void {
    const { policy, log } = this.#options;
    if (asset === '*' || policy.assets.some(({ id }) => id === asset)) log.pause(asset);
  }

  /** The caller must have verified the seal. */
  resume(asset: string): void {
    this.#options.log.resume(asset);
  }

  /**
   * The agreement that a withdrawal needs now, and the valid signatures.
   * @throws SignerRefusal
   */
  agreement({ transfer, assertions }: AgreementQuestion): AgreementAnswer {
    const { policy, log, now } = this.#options;
    const asset = policy.assets.find(
      ({ id, chain }) => id === transfer.asset && chain === transfer.chain,
    );
    if (asset === undefined)
      throw new SignerRefusal('unknown_asset', `${transfer.asset} is not listed`);
    if (!/^[1-9]\d{0,39}$/.test(transfer.amount)) throw new SignerRefusal('malformed', 'no amount');
    const nowMs = now();
    const terms: WithdrawalTerms = { ...transfer, amount: BigInt(transfer.amount) };
    const { agreed, refused } = agreedBy(assertions, { terms, asset, policy, log, nowMs });
    const before = log.find(transfer.id);
    const expiresAtMs = nowMs + AGREED_FOR_MS;
    return {
      needed:
        before !== undefined && before.slots.length > 0
          ? 0
          : operatorsNeeded({ asset, amount: terms.amount, log, nowMs }),
      agreed: agreed.map(({ operator }) => operator),
      refused,
      terms: termsText(terms, { asset, policy, expiresAtMs }),
      expiresAtMs,
      site: policy.operators === undefined ? '' : rpIdOf(policy.operators.origin),
      devices: (policy.operators?.devices ?? []).map(({ operator, credential }) => ({
        operator,
        credential,
      })),
    };
  }

  /**
   * The operators who agreed by their devices to the withdrawal of these bytes. A replacement,
   * which can never be included beside the first transaction, pays a withdrawal that was already
   * agreed to.
   * @throws SignerRefusal `operators_needed`
   */
  #requireAgreed(
    { approval, assertions = [] }: SignRequest,
    {
      decoded,
      before,
      nowMs,
    }: {
      readonly decoded: Decoded;
      readonly before: SignedRecord | undefined;
      readonly nowMs: number;
    },
  ): { readonly tier: OperatorCount; readonly agreed: readonly Agreed[] } {
    const { policy, log } = this.#options;
    if (approval.kind === 'internal' || (before !== undefined && decoded.slots.length > 0))
      return { tier: 2, agreed: [] };
    const asset = policy.assets.find(({ id }) => id === decoded.asset);
    if (asset === undefined)
      throw new SignerRefusal('unknown_asset', `${decoded.asset} is not listed`);
    const terms = {
      id: approval.id,
      chain: approval.chain,
      asset: decoded.asset,
      to: decoded.to,
      amount: decoded.amount,
      attempt: approval.attempt,
    };
    const { agreed, refused } = agreedBy(assertions, { terms, asset, policy, log, nowMs });
    const asked = { asset, amount: decoded.amount, log, nowMs };
    const tier = tierOf(agreed.length, asked);
    if (tier !== undefined) return { tier, agreed };
    const others = refused.length === 0 ? '' : `; not counted: ${refused.join(', ')}`;
    throw new SignerRefusal(
      'operators_needed',
      `${approval.id}: ${operatorsNeeded(asked)} operators' devices have to agree, ${agreed.length} did${others}`,
    );
  }

  async #sign(request: SignRequest): Promise<Signed> {
    const { approval, unsigned, toKey } = request;
    const { policy, log, approvalKey, now, root } = this.#options;
    if (!isSealed(approval, approvalKey))
      throw new SignerRefusal('not_approved', `${approval.id}: not approved by the exchange`);
    if (log.isPaused(approval.asset))
      throw new SignerRefusal('paused', `${approval.asset} is paused`);
    const nowMs = now();
    if (approval.expiresAtMs <= nowMs)
      throw new SignerRefusal('approval_expired', `${approval.id}: the approval has expired`);
    const context = { policy, addressOf: (key: KeyRef) => this.#addressOf(key) };
    const decoded = decodeUnsigned(unsigned, context);
    const problem = checkApproval({ approval, unsigned, decoded, toKey }, context);
    if (problem !== undefined)
      throw new SignerRefusal(problem, `${approval.id}: the transaction is not what was approved`);

    const digest = createHash('sha256').update(JSON.stringify(unsigned)).digest('hex');
    const before = log.find(approval.id);
    if (before?.digest === digest)
      return { chain: unsigned.chain, txid: before.txid, raw: before.raw };
    if (before !== undefined) requireReplacement(before, { approval, decoded, nowMs });
    const { tier, agreed } = this.#requireAgreed(request, { decoded, before, nowMs });
    const counts = countsOf({ approval, decoded, toKey, before, operators: tier }, policy);
    requireWithinLimits(counts, { policy, log, nowMs });
    for (const slot of decoded.slots) {
      const owner = log.ownerOf(slot);
      if (owner !== undefined && owner !== approval.id)
        throw new SignerRefusal('slot_taken', `${slot} was signed away for ${owner}`);
    }

    const signed = await signUnsigned(unsigned, root);
    const { id, kind, attempt, asset, to, amount } = approval;
    const { slots, expiresAtMs } = decoded;
    const fee = highest(decoded.fee, BigInt(before?.fee ?? '0')).toString();
    const written = Object.fromEntries(
      [...counts].map(([name, counted]) => [name, counted.toString()]),
    );
    log.addSigned({
      id,
      kind,
      attempt,
      asset,
      to,
      amount,
      fee,
      counts: written,
      ...(agreed.length === 0 ? {} : { operators: agreed }),
      slots,
      expiresAtMs,
      digest,
      txid: signed.txid,
      raw: signed.raw,
      atMs: nowMs,
    });
    return signed;
  }

  /**
   * Derived from the public half, and cached: a transaction with many inputs needs many addresses.
   */
  #addressOf({ branch, account, index }: KeyRef): string {
    if (account !== DEPOSIT_ACCOUNT && account !== HOT_ACCOUNT)
      throw new SignerRefusal('wrong_source', `there is no account ${account}`);
    if (!KEY_BRANCHES.includes(branch) || !isIndex(index))
      throw new SignerRefusal('malformed', 'there is no such key');
    const name = `${branch}/${account}/${index}`;
    const known = this.#addresses.get(name);
    if (known !== undefined) return known;
    const { deposits, hot } = this.#xpubs[branch];
    const address = deriveAddress({
      branch,
      xpub: account === HOT_ACCOUNT ? hot : deposits,
      index,
      bitcoinNetwork: this.#options.policy.bitcoinNetwork,
    });
    if (this.#addresses.size >= MOST_ADDRESSES) this.#addresses.clear();
    this.#addresses.set(name, address);
    return address;
  }
}

/**
 * Checks a second transaction for an id: it must be the same transfer, and one that can never be
 * included beside the first (invariant W3).
 */
function requireReplacement(
  before: SignedRecord,
  {
    approval,
    decoded,
    nowMs,
  }: { readonly approval: SealedApproval; readonly decoded: Decoded; readonly nowMs: number },
): void {
  const isSameTransfer =
    before.asset === approval.asset &&
    before.to === approval.to &&
    before.amount === approval.amount &&
    before.kind === approval.kind;
  const isSameSlots =
    before.slots.toSorted(byText).join() === decoded.slots.toSorted(byText).join();
  if (!isSameTransfer || !isSameSlots)
    throw new SignerRefusal('already_signed', `${approval.id} was signed as ${before.txid}`);
  if (decoded.slots.length > 0) return;
  const isSurelyOver =
    before.expiresAtMs !== undefined && nowMs > before.expiresAtMs + SURELY_EXPIRED_MS;
  if (!isSurelyOver || approval.attempt <= before.attempt)
    throw new SignerRefusal('too_early', `${approval.id}: ${before.txid} may still be included`);
}

function highest(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function byText(a: string, b: string): number {
  return a < b ? -1 : 1;
}
