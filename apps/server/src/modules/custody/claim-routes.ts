import {
  chargeRequest,
  claims,
  CUSTODY_ROWS,
  MAX_OPEN_CLAIMS,
} from '@meridian/contract/custody/calls';
import { formatDecimal } from '@meridian/money/decimal';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { amountOf, listedCurrency } from '../market/currency-of-call.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { CustodyServices } from './custody-services.ts';

/** The currency of a claim that names none: the older form is for USDT only. */
const DEFAULT_CURRENCY = 3;

/**
 * Manual claims of deposits. A claim moves nothing: an operator matches it to a deposit that the
 * watcher has seen.
 */
export function registerClaimRoutes(gateway: CallRegistry, services: CustodyServices): void {
  const { queries, live } = services;
  gateway.registerCall(chargeRequest, (context) => claim(services, context));
  gateway.registerCall(claims, async ({ input, session }) => {
    const page = input.page ?? 1;
    const found = queries.selectFrom('deposit_claims').where('user_id', '=', BigInt(session.user));
    const { count } = await found
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow();
    const rows = await found
      .selectAll()
      .orderBy('id', 'desc')
      .limit(CUSTODY_ROWS)
      .offset((page - 1) * CUSTODY_ROWS)
      .execute();
    const list = rows.map(({ id, currency: of, amount, hash, status, reason, created_at }) => {
      const currency = listedCurrency(live, of);
      return {
        id: Number(id),
        currency_name: currency.code,
        amount: formatDecimal(amount, currency.scale),
        hash,
        status,
        reason,
        created_time: shanghaiTime(created_at.getTime()),
      };
    });
    return { list, total: Number(count), page };
  });
}

async function claim(
  { queries, live, pictures }: CustodyServices,
  { input, session, language }: CallContext<typeof chargeRequest>,
): Promise<string> {
  const currency = listedCurrency(live, input.currency ?? DEFAULT_CURRENCY);
  const amount = amountOf(input.amount, currency, 'amount');
  const [picture] =
    input.pic === undefined ? [undefined] : await pictures.ownIds(session.user, { pic: input.pic });
  const row = {
    user_id: BigInt(session.user),
    currency: currency.id,
    amount,
    from_address: input.acc ?? '',
    hash: input.hash ?? '',
    network: input.type ?? '',
    picture: picture ?? null,
    created_at: new Date(),
    decided_by: null,
    decided_at: null,
  };
  await queries.transaction().execute(async (transaction) => {
    // One claim of a user at a time: concurrent ones would each count too few open claims.
    await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', row.user_id)
      .forNoKeyUpdate()
      .execute();
    const { count } = await transaction
      .selectFrom('deposit_claims')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', row.user_id)
      .where('status', '=', 'open')
      .executeTakeFirstOrThrow();
    if (count >= BigInt(MAX_OPEN_CLAIMS)) throw new Refusal('claims_too_many');
    await transaction.insertInto('deposit_claims').values(row).execute();
  });
  return textOf(language, 'answer.custody.claimed');
}
