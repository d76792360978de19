import { assetProof, cashInfo, cashSave, identityState, realName, upload, type CashInfo } from '@meridian/contract/identity';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { dailyLimits } from './daily-limits.ts';
import type { Identities } from './identities.ts';
import { IDENTITY_TEXTS } from './messages.ts';
import type { Pictures } from './pictures.ts';

export interface IdentityServices {
  readonly queries: Queries;
  readonly pictures: Pictures;
  readonly identities: Identities;
}

const NO_CASH_INFO: CashInfo = { real_name: '', bank_name: '', bank_account: '', alipay_account: '', wechat_nickname: '', wechat_account: '' };
const BANK_ACCOUNT = /^[0-9]{0,40}$/;

/** Pictures, the review of who somebody is, and how they are paid. */
export function registerIdentityRoutes(gateway: CallRegistry, { queries, pictures, identities }: IdentityServices): void {
  gateway.registerCall(upload, ({ session, file }) => pictures.add(session.user, file));
  gateway.registerCall(realName, async ({ session, input, language }) => {
    const { name, card_id, card_type = 'id_card', front_pic, reverse_pic, hand_pic } = input;
    const ids = await pictures.ownIds(session.user, { front_pic, reverse_pic, hand_pic });
    await identities.submit(session.user, { name: name.trim(), cardType: card_type, cardId: card_id.trim() }, ids);
    return IDENTITY_TEXTS[language].submitted;
  });
  gateway.registerCall(assetProof, async ({ session, input, language }) => {
    const [picture = ''] = await pictures.ownIds(session.user, { asset_pic: input.asset_pic });
    await identities.submitAssets(session.user, picture);
    return IDENTITY_TEXTS[language].submitted;
  });
  gateway.registerCall(identityState, async ({ session }) => ({ ...(await identities.stateOf(session.user)), daily_limits: await dailyLimits(queries) }));

  gateway.registerCall(cashInfo, async ({ session }) => {
    const row = await queries.selectFrom('payment_methods').selectAll().where('user_id', '=', BigInt(session.user)).executeTakeFirst();
    if (row === undefined) return NO_CASH_INFO;
    const { user_id: _user, updated_at: _time, ...fields } = row;
    return fields;
  });
  gateway.registerCall(cashSave, async ({ session, input, language }) => {
    const fields = { ...NO_CASH_INFO, ...input };
    if (fields.real_name.trim() === '') throw new Refusal('field_missing', { field: 'real_name' });
    if (!BANK_ACCOUNT.test(fields.bank_account)) throw new Refusal('input_invalid', { field: 'bank_account' });
    const row = { ...fields, updated_at: new Date() };
    await queries
      .insertInto('payment_methods')
      .values({ user_id: BigInt(session.user), ...row })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
      .execute();
    return IDENTITY_TEXTS[language].saved;
  });
}
