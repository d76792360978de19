import { randomBytes, randomUUID } from 'node:crypto';
import { CODE_RULES } from '@meridian/contract/account/calls';
import {
  CONFIRMATION_MINUTES,
  type confirmBegin,
  type ConfirmationMethod,
  type NetworkName,
} from '@meridian/contract/custody/calls';
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
import { maskedAccount, type AccountName } from '../account/account-name.ts';
import { findById, type UserRow } from '../account/accounts.ts';
import type { LoginDelays } from '../account/login-delays.ts';
import type { MessageLimits } from '../account/message-limits.ts';
import { messageTo, type Messenger } from '../account/messenger.ts';
import type { FreezeLinks } from '../account/freeze-links.ts';
import type { SecurityLog } from '../account/security-log.ts';
import type { VerificationCodes } from '../account/verification-codes.ts';
import { confirmationText } from './confirmation-text.ts';
import type { CustodyTables } from './custody-tables.ts';

const TICKET_BYTES = 24;
const LIFE_MS = CONFIRMATION_MINUTES * 60_000;
const RESEND_MS = CODE_RULES.resendSeconds * 1000;
/**
 * How long a request whose proof was taken reaches the core again while nobody knows what became of
 * it (the server stopped in between). The core forgets a key after 20,000 later ones of its user,
 * which take minutes: it is never a second withdrawal.
 */
const RETRY_MS = 2 * 60_000;
/** Wrong codes of a mailbox, for one ticket, of which the owner is told. */
const TOLD_TRIES = 3;

/** What is confirmed: all that the owner decides. */
export interface WithdrawalTerms {
  readonly currency: Currency;
  readonly network: Network & { readonly name: NetworkName };
  readonly amount: Amount;
  /** As its chain writes it. */
  readonly address: string;
}

/** Who asks, and from where. */
interface Asker {
  readonly session: Session;
  /** Of the browser's page. */
  readonly origin: string;
  readonly from: Origin;
}

/** What came with the request for the withdrawal. */
interface Shown {
  readonly ticket: string;
  readonly value: string;
  readonly key: string | undefined;
}

/** All of it, with what the account proves itself with. */
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
  /** Of proofs, shared with the step-up. */
  readonly delays: Pick<LoginDelays, 'attempt' | 'succeeded'>;
  readonly securityLog: Pick<SecurityLog, 'record'>;
  readonly nowMs?: () => number;
}

export type Confirmation = Selectable<CustodyTables['withdrawal_confirmations']>;
type Row = Confirmation;
/** A confirmation that waits for a code. */
type Begun = Omit<Row, 'id' | 'tries' | 'expires_at' | 'proven_at' | 'idempotency_key'>;

/**
 * Proofs that the owner of an account wants one certain withdrawal. Owns their table. Promises that
 * a ticket is good in the session that began it, for the currency, network, address and amount that
 * it was begun for, within ten minutes, for five wrong tries and for one request; that it keeps the
 * fee which its owner was shown, above which the core refuses; and that the request which it
 * served, known by its idempotency key, is told the core's answer again, whenever and in whatever
 * session it is repeated. It does not decide whether the withdrawal may happen.
 */
export class WithdrawalConfirmations {
  readonly #parts: Parts;
  readonly #nowMs: () => number;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#nowMs = parts.nowMs ?? Date.now;
  }

  /**
   * An account without a second factor proves its password besides: neither a mailbox nor a session
   * alone moves coins. Refuses with `step_up_required`.
   */
  async requireProof(session: Session): Promise<void> {
    const methods = await this.#parts.factors.methodsOf(session.user);
    if (methods.length === 0) await this.#parts.access.requireStepUp(session);
  }

  async begin(
    { session, origin, from }: Asker,
    terms: WithdrawalTerms,
  ): Promise<CallOutput<typeof confirmBegin>> {
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
    // Of one who begins again and again, so that the rows of ten minutes are all that is kept.
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
    await this.#send(owner, terms, code);
    // Kept once its message has left: who begins again after a failure is sent another.
    await keep(name.account);
    return { ...answer, resend_seconds: CODE_RULES.resendSeconds };
  }

  /**
   * Takes the proof of a withdrawal, which is used up. A request that was proven under its key
   * passes again without one. Returns the fee that was confirmed, null where none was kept. Refuses
   * with `confirmation_invalid`, and with what a wrong code or credential is refused with.
   */
  async prove(asker: Asker, shown: Shown, terms: WithdrawalTerms): Promise<Confirmation['fee']> {
    const { queries, factors, delays, securityLog } = this.#parts;
    const { user, session } = asker.session;
    const found = await this.#find(queries, asker.session, shown.ticket);
    requireSame(found, terms);
    if (this.#isServed(found, shown.key)) return found.fee;
    this.#requireOpen(found);
    const methods = await factors.methodsOf(user);
    // What the account proves itself with has changed since.
    if ((found.receiver === null) !== methods.length > 0)
      throw new Refusal('confirmation_invalid', { field: 'ticket' });
    // Messages have limits of their own; codes of an authenticator are guessed slowly, as in a
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
    // Whoever guesses has the session already. An owner who mistypes a code of the mailbox is no
    // alarm.
    const isTold = found.receiver === null || found.tries + 1 >= TOLD_TRIES;
    if (isTold && WRONG_PROOFS.has(refusal.code))
      await securityLog.record(user, 'step_up_failed', asker.from);
    throw refusal;
  }

  /**
   * What was proven under this key: with the core's answer, in whatever session its owner is now,
   * or without, in the session that proved it and for two minutes, because nobody knows what became
   * of it.
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
   * Whoever did not get the answer begins again, and no second message may be sent within a minute:
   * the confirmation that was begun a moment ago for the same terms takes the new ticket in place
   * of the lost one. Its code stays good, and its wrong tries stay counted. Returns when its
   * message was sent; undefined where there is none.
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
   * Keeps what the core has answered: whoever asks again is told the same. Keeps the fee of a
   * withdrawal for longer than its confirmation.
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
        // Of two requests with one key, the core may refuse one and make the other.
        .$if('refusal' in answer, (open) => open.where('withdrawal', 'is', null))
        .returning(['withdrawal', 'fee'])
        .executeTakeFirst();
      if (kept === undefined || kept.withdrawal === null || kept.fee === null) return;
      await transaction
        .insertInto('confirmed_fees')
        .values({ withdrawal: kept.withdrawal, fee: kept.fee })
        .onConflict((conflict) => conflict.column('withdrawal').doNothing())
        .execute();
    });
  }

  /**
   * Proof and mark are one transaction: wherever the server stops, a code that is used up has
   * served its request. Returns why not; that is committed too, as a try.
   */
  async #settle(transaction: Queries, proof: Proof): Promise<Refusal | undefined> {
    const { key } = proof;
    const row = await this.#find(transaction, proof.session, proof.ticket, true);
    if (this.#isServed(row, key)) return undefined;
    this.#requireOpen(row);
    const own = transaction.updateTable('withdrawal_confirmations').where('id', '=', row.id);
    try {
      await this.#take(transaction, row, proof);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (WRONG_PROOFS.has(error.code)) await own.set({ tries: row.tries + 1 }).execute();
      return new Refusal(error.code, { ...error.params, field: 'value' });
    }
    await own.set({ proven_at: new Date(this.#nowMs()), idempotency_key: key ?? null }).execute();
    return undefined;
  }

  async #take(
    transaction: Queries,
    row: Row,
    { session: { user }, origin, from, ticket, value, methods }: Proof,
  ): Promise<void> {
    const { factors, codes } = this.#parts;
    if (row.receiver !== null) {
      await codes.verify(
        { receiver: row.receiver, purpose: 'withdraw', session: row.id, by: from },
        value.trim(),
        true,
        transaction,
      );
      return;
    }
    const isCode =
      methods.includes('totp') && !(methods.includes('passkey') && value.startsWith('{'));
    const answer: FactorAnswer = isCode
      ? { method: 'totp', code: value }
      : { method: 'passkey', ticket, credential: value, origin };
    await factors.take(transaction, user, answer);
  }

  /**
   * Somebody else's, and that of another session, is unknown. @param isLocked where requests with
   * it come one after the other
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
    { currency, network, amount, address }: WithdrawalTerms,
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
    };
    await messenger.send(
      messageTo(owner, {
        ...confirmationText(owner.language, { code, freezeLink, ...withdrawal }),
        code,
      }),
    );
  }
}

/** Where the code goes: to the mailbox, or to the phone of who has none. */
function nameOf({ email, mobile, account, country_code: countryCode }: UserRow): AccountName {
  return email === null
    ? { kind: 'mobile', account: mobile ?? account, countryCode }
    : { kind: 'email', account: email, countryCode: '' };
}

/** Refuses what is another withdrawal, at the field that differs. */
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
