import { resolveLanguage } from '@meridian/contract/languages';
import { officeLegalHold } from '@meridian/contract/account/office';
import {
  accountClose,
  dataExport,
  dataExportPart,
  EXPORT_MINUTES,
  EXPORT_PARTS,
  EXPORTS_PER_DAY,
} from '@meridian/contract/personal/calls';
import type { Queries } from '../../database/database.ts';
import type { CallContext, CallRegistry, Session } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { textOf } from '../../texts.ts';
import { findById } from '../account/accounts.ts';
import { loginName } from '../account/account-name.ts';
import { originOf } from '../account/device.ts';
import { messagesTo, type Messenger } from '../account/messenger.ts';
import { requireOther } from '../account/own-account.ts';
import type { SecurityLog } from '../account/security-log.ts';
import { closeAccount, type ClosingServices } from './closing.ts';
import type { ExportServices } from './export-cells.ts';
import { exportPart } from './export-parts.ts';

export interface PersonalServices extends ExportServices, Omit<ClosingServices, 'gate'> {
  readonly messenger: Messenger;
  readonly securityLog: SecurityLog;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/**
 * Own data: its export, the closing of the account, and the operators' hold on data to be erased.
 */
export function registerPersonalRoutes(gateway: CallRegistry, services: PersonalServices): void {
  const { queries, access, live, messenger, securityLog } = services;
  const gate = new ProjectionGate(queries);

  gateway.registerCall(dataExport, async (context) => {
    const { session } = context;
    // A thief wants the data too.
    await access.requireStepUp(session);
    const now = new Date();
    await countExport(queries, session, now);
    await securityLog.record(session.user, 'data_exported', originOf(context));
    return { parts: [...EXPORT_PARTS], made_time: now.toISOString() };
  });
  gateway.registerCall(dataExportPart, async ({ session, input }) => {
    const begun = await queries
      .selectFrom('data_exports')
      .select('id')
      .where('user_id', '=', BigInt(session.user))
      .where('session_id', '=', session.session)
      .where('created_at', '>', new Date(Date.now() - EXPORT_MINUTES * MINUTE_MS))
      .limit(1)
      .executeTakeFirst();
    if (begun === undefined) throw new Refusal('step_up_required');
    await gate.reached(live.seq);
    return exportPart(services, session.user, input.part, input.after ?? '');
  });

  gateway.registerCall(accountClose, async (context) => {
    const { session, input, language } = context;
    await access.requireStepUp(session);
    const owner = await findById(queries, session.user);
    const typed = loginName(input.account);
    if (typed !== owner.email && typed !== owner.mobile && typed !== owner.account)
      throw new Refusal('account_name_wrong', { field: 'account' });
    await closeAccount({ ...services, gate }, session.user, originOf(context));
    const ownersLanguage = resolveLanguage(owner.language);
    // A failed message does not undo the closing.
    const messages = await messagesTo(owner, () =>
      Promise.resolve({
        subject: textOf(ownersLanguage, 'mail.closed.subject'),
        body: textOf(ownersLanguage, 'mail.closed.body'),
        code: '',
      }),
    );
    await Promise.all(messages.map((message) => messenger.send(message).catch(() => undefined)));
    return textOf(language, 'answer.personal.closed');
  });

  gateway.registerCall(officeLegalHold, async (context) => {
    await changeHold(queries, context);
    return textOf(context.language, 'answer.done');
  });
}

/** Counts an export. Refuses with `exports_too_many` after those of a day. */
async function countExport(
  queries: Queries,
  { user, session }: Pick<Session, 'user' | 'session'>,
  now: Date,
): Promise<void> {
  await queries.transaction().execute(async (transaction) => {
    // Locks the user: calls at once would all count too few.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', BigInt(user))
      .forNoKeyUpdate()
      .execute();
    const { count } = await transaction
      .selectFrom('data_exports')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', BigInt(user))
      .where('created_at', '>', new Date(now.getTime() - DAY_MS))
      .executeTakeFirstOrThrow();
    if (count >= BigInt(EXPORTS_PER_DAY)) throw new Refusal('exports_too_many');
    await transaction
      .insertInto('data_exports')
      .values({ user_id: BigInt(user), session_id: session, created_at: now })
      .execute();
  });
}

/** Holds data that is due to be erased, or releases it. */
async function changeHold(
  queries: Queries,
  { input, operator, audit }: CallContext<typeof officeLegalHold>,
): Promise<void> {
  const user = BigInt(input.id);
  const isHeld = input.held === '1';
  await requireOther(queries, operator.operator, user);
  await queries.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', user)
      .executeTakeFirst();
    if (known === undefined) throw new Refusal('user_not_found', { field: 'id' });
    const before = await transaction
      .selectFrom('legal_holds')
      .select('reason')
      .where('user_id', '=', user)
      .executeTakeFirst();
    const row = {
      user_id: user,
      reason: input.reason,
      set_by: BigInt(operator.operator),
      set_at: new Date(),
    };
    if (isHeld)
      await transaction
        .insertInto('legal_holds')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ reason: row.reason, set_by: row.set_by, set_at: row.set_at }),
        )
        .execute();
    else await transaction.deleteFrom('legal_holds').where('user_id', '=', user).execute();
    await audit(
      {
        action: isHeld ? 'user.hold' : 'user.release',
        subject: `user ${user}`,
        before: { held: before?.reason ?? '' },
        after: { is_held: isHeld, reason: input.reason },
      },
      transaction,
    );
  });
}
