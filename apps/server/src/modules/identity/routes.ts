import {
  assetProof,
  cashInfo,
  cashSave,
  identityState,
  realName,
  upload,
  type CashInfo,
} from '@meridian/contract/identity/calls';
import type { Queries } from '../../database/database.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { Access } from '../../gateway/access.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { originOf } from '../account/device.ts';
import type { SecurityLog } from '../account/security-log.ts';
import { dailyLimits } from './daily-limits.ts';
import type { Identities } from './identities.ts';
import type { Pictures } from './pictures.ts';

export interface IdentityServices {
  readonly queries: Queries;
  readonly pictures: Pictures;
  readonly identities: Identities;
  readonly fields: SealedFields;
  readonly access: Access;
  readonly securityLog: SecurityLog;
}

const NO_CASH_INFO: CashInfo = {
  real_name: '',
  bank_name: '',
  bank_account: '',
  alipay_account: '',
  wechat_nickname: '',
  wechat_account: '',
};
const BANK_ACCOUNT = /^[0-9]{0,40}$/;

/** Pictures, the identity review, and accounts of payments. */
export function registerIdentityRoutes(gateway: CallRegistry, services: IdentityServices): void {
  const { queries, pictures, identities, fields } = services;
  gateway.registerCall(upload, ({ session, file }) => pictures.add(session, file));
  gateway.registerCall(realName, async ({ session, input, language }) => {
    const { name, card_id, card_type = 'id_card', front_pic, reverse_pic, hand_pic } = input;
    const ids = await pictures.ownIds(session.user, { front_pic, reverse_pic, hand_pic });
    await identities.submit(
      session.user,
      { name: name.trim(), cardType: card_type, cardId: card_id.trim() },
      ids,
    );
    return textOf(language, 'answer.identity.submitted');
  });
  gateway.registerCall(assetProof, async ({ session, input, language }) => {
    const [picture = ''] = await pictures.ownIds(session.user, { asset_pic: input.asset_pic });
    await identities.submitAssets(session.user, picture);
    return textOf(language, 'answer.identity.submitted');
  });
  gateway.registerCall(identityState, async ({ session }) => ({
    ...(await identities.stateOf(session.user)),
    daily_limits: await dailyLimits(queries),
  }));

  gateway.registerCall(cashInfo, async ({ session }) => {
    const row = await queries
      .selectFrom('payment_methods')
      .selectAll()
      .where('user_id', '=', BigInt(session.user))
      .executeTakeFirst();
    if (row === undefined) return NO_CASH_INFO;
    const { real_name, bank_name, bank_account, alipay_account, wechat_nickname, wechat_account } =
      fields.open('payment_methods', row.user_id, row);
    return { real_name, bank_name, bank_account, alipay_account, wechat_nickname, wechat_account };
  });
  gateway.registerCall(cashSave, (context) => saveAccounts(services, context));
}

/** The owner is notified of new accounts, whose age counts from now. */
async function saveAccounts(
  { queries, access, securityLog, fields: sealed }: IdentityServices,
  context: CallContext<typeof cashSave>,
): Promise<string> {
  const { session, input, language } = context;
  const fields = { ...NO_CASH_INFO, ...input };
  if (fields.real_name.trim() === '') throw new Refusal('field_missing', { field: 'real_name' });
  if (!BANK_ACCOUNT.test(fields.bank_account))
    throw new Refusal('input_invalid', { field: 'bank_account' });
  await access.requireStepUp(session);
  const now = new Date();
  const isNew = await queries.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('payment_methods')
      .selectAll()
      .where('user_id', '=', BigInt(session.user))
      .forUpdate()
      .executeTakeFirst();
    const before =
      known === undefined ? undefined : sealed.open('payment_methods', known.user_id, known);
    const since = (
      account: 'bank_account' | 'alipay_account' | 'wechat_account',
      was: Date | null = null,
    ): Date | null =>
      fields[account] === '' ? null : before?.[account] === fields[account] ? was : now;
    const times = {
      bank_since: since('bank_account', before?.bank_since),
      alipay_since: since('alipay_account', before?.alipay_since),
      wechat_since: since('wechat_account', before?.wechat_since),
    };
    const row = {
      ...sealed.seal('payment_methods', session.user, fields),
      ...times,
      updated_at: now,
    };
    await transaction
      .insertInto('payment_methods')
      .values({ user_id: BigInt(session.user), ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return Object.values(times).includes(now);
  });
  if (isNew) await securityLog.accountSaved(session.user, originOf(context));
  return textOf(language, 'answer.identity.saved');
}
