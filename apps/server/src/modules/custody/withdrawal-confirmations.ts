import { randomBytes, randomUUID } from 'node:crypto';
import { CODE_RULES } from '@meridian/contract/account/calls';
import { maskedAccount } from '@meridian/contract/account/masked-account';
import {
  CONFIRMATION_MINUTES,
  type confirmBegin,
  type ConfirmationMethod,
} from '@meridian/contract/custody/calls';
import type { NetworkName } from '@meridian/contract/custody/networks';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { ErrorCode } from '@meridian/contract/errors';
import type { Currency } from '@meridian/core/catalog/catalog';
import type { Network } from '@meridian/core/custody/custody-commands';
import type { Amount } from '@meridian/money/amount';
import { formatDecimal } from '@meridian/money/decimal';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Access, Origin } from '../../gateway/access.ts';
import type { Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { hashOfToken } from '../../token-hash.ts';
import {
  WRONG_PROOFS,
  type ConfirmingFactors,
  type FactorAnswer,
} from '../account/account-services.ts';
import type { AccountName } from '../account/account-name.ts';
import { findById, type UserRow } from '../account/accounts.ts';
import type { LoginDelays } from '../account/login-delays.ts';
import type { MessageLimits } from '../account/message-limits.ts';
import { messageTo, type Messenger } from '../account/messenger.ts';
import type { FreezeLinks } from '../account/freeze-links.ts';
import type { SecurityLog } from '../account/security-log.ts';
import type { VerificationCodes } from '../account/verification-codes.ts';
import { confirmationText } from './confirmation-text.ts';
import type { CustodyTables } from './custody-tables.ts';
import type { Forecast } from './withdrawal-forecast.ts';

const TICKET_BYTES = 24;
const LIFE_MS = CONFIRMATION_MINUTES * 60_000;
const RESEND_MS = CODE_RULES.resendSeconds * 1000;
/**
 * Milliseconds during which a proven request may reach the core again while its outcome is unknown
 * (the server stopped in between). The core forgets a key after 20,000 later ones of its user,
 * which take minutes, so a repetition within this time is never a second withdrawal.
 */
const RETRY_MS = 2 * 60_000;
/** Wrong mailbox codes for one ticket after which the owner is alerted. */
const TOLD_TRIES = 3;

/** The confirmed terms: all that the owner decides. */
export interface WithdrawalTerms {
  readonly currency: Currency;
  readonly network: Network & { readonly name: NetworkName };
  readonly amount: Amount;
  /** In its chain's spelling. */
  readonly address: string;
}

/** The requester's session and origin. */
interface Asker {
  readonly session: Session;
  /** Origin of the browser's page. */
  readonly origin: string;
  readonly from: Origin;
}

/** The proof that came with a request for a withdrawal. */
interface Shown {
  readonly ticket: string;
  readonly value: string;
  readonly key: string | undefined;
}

/** The requester, the proof, and the factors of the account. */
interface Proof extends Asker, Shown {
  readonly methods: readonly FactorAnswer['method'][];
}

interface Parts {
  readonly queries: Queries;
  readonly access: Pick<Access, 'requireStepUp'>;
  readonly factors: ConfirmingFactors;
  readonly codes: VerificationCodes;
  readonly limits: Pick<MessageLimits, 'take' | 'checkArea'>;
  readonly messenger: Messenger;
  readonly freezeLinks: Pick<FreezeLinks, 'issue'>;
  /** Delays after wrong proofs, shared with the step-up. */
  readonly delays: Pick<LoginDelays, 'attempt' | 'succeeded'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly nowMs?: () => number;
}

/** The answer without the reasons that hold the withdrawal back. */
type Begin = Omit<
  CallOutput<typeof confirmBegin>,
  'is_reviewed' | 'waits_until' | 'hold_text' | 'hold_reasons'
>;

export type Confirmation = Selectable<CustodyTables['withdrawal_confirmations']>;
type Row = Confirmation;
/** A confirmation that waits for a code. */
type Begun = Omit<Row, 'id' | 'tries' | 'expires_at' | 'proven_at' | 'idempotency_key' | 'method'>;

/**
 * Proofs that the owner of an account wants one certain withdrawal. Owns their table. Promises that
 * a ticket is good in the session that began it, for the currency, network, address and amount that
 * it was begun for, within ten minutes, for five wrong tries and for one request; that it keeps the
 * fee which its owner was shown, above which the core refuses; and that a repetition of the request
 * which it served, known by its idempotency key, gets the core's answer again, at any time and in
 * any session. It does not decide whether the withdrawal may happen.
 */
export class WithdrawalConfirmations {
  readonly #parts: Parts;
  readonly #nowMs: () => number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
  }

  /**
   * An account without a second factor proves its password as well: neither a mailbox nor a session
   * alone may move coins. Refuses with `step_up_required`.
   */
  async requireProof(session: Session): Promise<void> {
    const methods = await this.#parts.factors.methodsOf(session.user);
    if (methods.length === 0) await this.#parts.access.requireStepUp(session);
  }

  /** @param forecast shown in the message with the code */
  async begin(
    { session, origin, from }: Asker,
    terms: WithdrawalTerms,
    forecast: Forecast,
  ): Promise<Begin> {
    const { queries, factors } = this.#parts;
    const ticket = randomBytes(TICKET_BYTES).toString('base64url');
    const id = randomUUID();
    const now = this.#nowMs();
    const { currency, network } = terms;
    const common = {
      ticket,
      address: terms.address,
      rate: formatDecimal(network.fee, currency.scale),
    };
    const row = {
      id,
      ticket_hash: hashOfToken(ticket),
      user_id: BigInt(session.user),
      session_id: session.session,
      currency: currency.id,
      network: network.id,
      amount: terms.amount,
      address: terms.address,
      created_at: new Date(now),
      expires_at: new Date(now + LIFE_MS),
      proven_at: null,
      method: null,
      idempotency_key: null,
      withdrawal: null,
      refusal: null,
      fee: network.fee,
    };
    const keep = (receiver: string | null) =>
      queries
        .insertInto('withdrawal_confirmations')
        .values({ ...row, receiver })
        .execute();
    // Deletes the user's expired rows without a proof, so that repeated requests keep at most ten
    // minutes of rows.
    await queries
      .deleteFrom('withdrawal_confirmations')
      .where('user_id', '=', row.user_id)
      .where('expires_at', '<', row.created_at)
      .where('proven_at', 'is', null)
      .execute();
    const methods = [...(await factors.methodsOf(session.user))];
    if (methods.length > 0) {
      const options = methods.includes('passkey')
        ? await factors.askPasskey(session.user, ticket, origin)
        : '';
      await keep(null);
      return { ...common, methods, options, sent_to: '', resend_seconds: 0 };
    }
    const owner = await findById(queries, session.user);
    const name = nameOf(owner);
    const answer = {
      ...common,
      methods: [name.kind] satisfies ConfirmationMethod[],
      options: '',
      sent_to: maskedAccount(name.account),
    };
    const sentMs = await this.#resume({ ...row, receiver: name.account });
    if (sentMs !== undefined)
      return { ...answer, resend_seconds: Math.ceil((sentMs + RESEND_MS - now) / 1000) };
    const code = await this.#issue({ id, name, session, address: from.address });
    await this.#send(owner, { ...terms, forecast }, code);
    // Kept once its message was sent: after a failure the next request sends another.
    await keep(name.account);
    return { ...answer, resend_seconds: CODE_RULES.resendSeconds };
  }

  /**
   * Uses up the proof of a withdrawal. A request that was proven under its key passes again without
   * one. Returns the confirmed fee, null where none was kept. Refuses with `confirmation_invalid`,
   * and with the refusals of a wrong code or credential.
   */
  async prove(asker: Asker, shown: Shown, terms: WithdrawalTerms): Promise<Confirmation['fee']> {
    const { queries, factors, delays, securityLog } = this.#parts;
    const { user, session } = asker.session;
    const found = await this.#find(queries, asker.session, shown.ticket);
    requireSame(found, terms);
    if (this.#isServed(found, shown.key)) return found.fee;
    this.#requireOpen(found);
    const methods = await factors.methodsOf(user);
    // The account's factors have changed since.
    if ((found.receiver === null) !== methods.length > 0)
      throw new Refusal('confirmation_invalid', { field: 'ticket' });
    // Mailbox codes have limits of their own; guesses of authenticator codes are slowed, as in a
    // step-up.
    const attempt = found.receiver === null ? { name: String(user), address: session } : undefined;
    const seconds = attempt === undefined ? 0 : await delays.attempt(attempt);
    if (seconds > 0) throw new Refusal('login_delayed', { seconds });
    const refusal = await queries
      .transaction()
      .execute((transaction) => this.#settle(transaction, { ...asker, ...shown, methods }));
    if (refusal === undefined) {
      if (attempt !== undefined) await delays.succeeded(attempt);
      return found.fee;
    }
    // A guesser here holds the session already. A single mistyped mailbox code is no reason to
    // alert the owner.
    const isTold = found.receiver === null || found.tries + 1 >= TOLD_TRIES;
    if (isTold && WRONG_PROOFS.has(refusal.code))
      await securityLog.record(user, 'step_up_failed', asker.from);
    throw refusal;
  }

  /**
   * The confirmation that was proven under this key. With the core's answer, any session of its
   * owner finds it. Without one, only the session that proved it, for two minutes, because the
   * outcome is unknown.
   */
  async proven({ user, session }: Session, ticket: string, key: string): Promise<Row | undefined> {
    const row = await this.#parts.queries
      .selectFrom('withdrawal_confirmations')
      .selectAll()
      .where('ticket_hash', '=', hashOfToken(ticket))
      .where('user_id', '=', BigInt(user))
      .where('idempotency_key', '=', key)
      .executeTakeFirst();
    if (row === undefined || row.withdrawal !== null || row.refusal !== null) return row;
    return row.session_id === session && this.#isServed(row, key) ? row : undefined;
  }

  /**
   * A client that lost the answer begins again, but no second message may be sent within a minute:
   * so a confirmation begun within that minute for the same terms takes the new ticket in place of
   * the lost one. Its code stays good, and its wrong tries stay counted. Returns the time at which
   * its message was sent; undefined where there is none.
   */
  async #resume(again: Begun): Promise<number | undefined> {
    const { ticket_hash, created_at } = again;
    const resumed = await this.#parts.queries
      .updateTable('withdrawal_confirmations')
      .set({ ticket_hash })
      .where('user_id', '=', again.user_id)
      .where('session_id', '=', again.session_id)
      .where('currency', '=', again.currency)
      .where('network', '=', again.network)
      .where('amount', '=', again.amount)
      .where('address', '=', again.address)
      .where('fee', '=', again.fee)
      .where('receiver', '=', again.receiver)
      .where('created_at', '>', new Date(created_at.getTime() - RESEND_MS))
      .where('proven_at', 'is', null)
      .where('tries', '<', CODE_RULES.tries)
      .returning('created_at')
      .executeTakeFirst();
    return resumed?.created_at.getTime();
  }

  /**
   * Keeps the core's answer, for repetitions of the request. Keeps the fee of a withdrawal for
   * longer than its confirmation.
   */
  async answered(
    { user }: Session,
    ticket: string,
    answer: { readonly withdrawal: bigint } | { readonly refusal: ErrorCode },
  ): Promise<void> {
    await this.#parts.queries.transaction().execute(async (transaction) => {
      const kept = await transaction
        .updateTable('withdrawal_confirmations')
        .set(answer)
        .where('ticket_hash', '=', hashOfToken(ticket))
        .where('user_id', '=', BigInt(user))
        // Of two requests with one key, the core may refuse one and make the other: the withdrawal
        // wins.
        .$if('refusal' in answer, (open) => open.where('withdrawal', 'is', null))
        .returning(['withdrawal', 'fee', 'method', 'proven_at'])
        .executeTakeFirst();
      if (kept === undefined || kept.withdrawal === null || kept.fee === null) return;
      await transaction
        .insertInto('confirmed_fees')
        .values({ ...kept, withdrawal: kept.withdrawal, fee: kept.fee })
        .onConflict((conflict) => conflict.column('withdrawal').doNothing())
        .execute();
    });
  }

  /**
   * Proof and mark are one transaction: wherever the server stops, a used code has served its
   * request. Returns the refusal of a wrong proof; that is committed too, as a try.
   */
  async #settle(transaction: Queries, proof: Proof): Promise<Refusal | undefined> {
    const { key } = proof;
    const row = await this.#find(transaction, proof.session, proof.ticket, true);
    if (this.#isServed(row, key)) return undefined;
    this.#requireOpen(row);
    const own = transaction.updateTable('withdrawal_confirmations').where('id', '=', row.id);
    let method: ConfirmationMethod;
    try {
      method = await this.#take(transaction, row, proof);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (WRONG_PROOFS.has(error.code)) await own.set({ tries: row.tries + 1 }).execute();
      return new Refusal(error.code, { ...error.params, field: 'value' });
    }
    const proven_at = new Date(this.#nowMs());
    await own.set({ proven_at, method, idempotency_key: key ?? null }).execute();
    return undefined;
  }

  /** Returns the method of the proof. */
  async #take(
    transaction: Queries,
    row: Row,
    { session: { user }, origin, from, ticket, value, methods }: Proof,
  ): Promise<ConfirmationMethod> {
    const { factors, codes } = this.#parts;
    if (row.receiver !== null) {
      await codes.verify(
        { receiver: row.receiver, purpose: 'withdraw', session: row.id, by: from },
        value.trim(),
        true,
        transaction,
      );
      return row.receiver.includes('@') ? 'email' : 'mobile';
    }
    const isCode =
      methods.includes('totp') && !(methods.includes('passkey') && value.startsWith('{'));
    const answer: FactorAnswer = isCode
      ? { method: 'totp', code: value }
      : { method: 'passkey', ticket, credential: value, origin };
    await factors.take(transaction, user, answer);
    return answer.method;
  }

  /**
   * Another user's ticket, and that of another session, is unknown.
   * @param isLocked whether requests with this ticket wait for each other
   */
  async #find(
    queries: Queries,
    { user, session }: Session,
    ticket: string,
    isLocked = false,
  ): Promise<Row> {
    const found = queries
      .selectFrom('withdrawal_confirmations')
      .selectAll()
      .where('ticket_hash', '=', hashOfToken(ticket))
      .where('user_id', '=', BigInt(user))
      .where('session_id', '=', session);
    const row = await (isLocked ? found.forUpdate() : found).executeTakeFirst();
    if (row === undefined) throw new Refusal('confirmation_invalid', { field: 'ticket' });
    return row;
  }

  #isServed({ proven_at, idempotency_key }: Row, key: string | undefined): boolean {
    return (
      proven_at !== null &&
      key !== undefined &&
      idempotency_key === key &&
      proven_at.getTime() > this.#nowMs() - RETRY_MS
    );
  }

  #requireOpen({ proven_at, expires_at, tries }: Row): void {
    if (proven_at !== null || expires_at.getTime() <= this.#nowMs() || tries >= CODE_RULES.tries)
      throw new Refusal('confirmation_invalid', { field: 'ticket' });
  }

  async #issue({
    id,
    name,
    session,
    address,
  }: {
    readonly id: string;
    readonly name: AccountName;
    readonly session: Session;
    readonly address: string;
  }): Promise<string> {
    const { codes, limits } = this.#parts;
    await limits.checkArea(name);
    return codes.issue({
      receiver: name.account,
      purpose: 'withdraw',
      session: id,
      areaCode: name.countryCode,
      count: (transaction) => limits.take(transaction, { name, address, session, isOwn: true }),
    });
  }

  async #send(
    owner: UserRow,
    {
      currency,
      network,
      amount,
      address,
      forecast,
    }: WithdrawalTerms & { readonly forecast: Forecast },
    code: string,
  ): Promise<void> {
    const { messenger, freezeLinks } = this.#parts;
    const freezeLink = await freezeLinks.issue(Number(owner.id));
    const withdrawal = {
      coin: currency.code,
      scale: currency.scale,
      network: network.name,
      amount,
      fee: network.fee,
      address,
      forecast,
    };
    await messenger.send(
      messageTo(owner, {
        ...confirmationText(owner.language, { code, freezeLink, ...withdrawal }),
        code,
      }),
    );
  }
}

/** The receiver of the code: the mailbox, or the phone of an account without one. */
function nameOf({ email, mobile, account, country_code: countryCode }: UserRow): AccountName {
  return email === null
    ? { kind: 'mobile', account: mobile ?? account, countryCode }
    : { kind: 'email', account: email, countryCode: '' };
}

/** Refuses the terms of another withdrawal, at the field that differs. */
export function requireSame(
  row: Row,
  {
    currency,
    network,
    amount,
    address,
  }: Pick<WithdrawalTerms, 'amount' | 'address'> & {
    readonly currency: { readonly id: number };
    readonly network: { readonly id: number };
  },
): void {
  const differs =
    row.currency !== currency.id
      ? 'currency'
      : row.network !== network.id
        ? 'type'
        : row.address !== address
          ? 'address'
          : row.amount !== amount
            ? 'number'
            : undefined;
  if (differs !== undefined) throw new Refusal('confirmation_invalid', { field: differs });
}
