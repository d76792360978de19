import { officeLaunchCoins, officeLaunchCoinSave } from '@meridian/contract/launch/office';
import type { CallInput } from '@meridian/contract/schema/call';
import { formatDecimal } from '@meridian/money/decimal';
import type { Queries } from '../../database/database.ts';
import { inTurn } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { checkLink } from '../../gateway/link.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import type { LaunchServices } from './routes.ts';
import { officeCoinRow, plainOf, PLAN_SCALE, type LaunchCoin } from './translate.ts';

const PLAN = { id: 0, code: '', scale: PLAN_SCALE };
const PLACES = [1, 1_000] as const;
const FARTHEST_MS = 2 * 366 * 86_400_000;

type CoinInput = CallInput<typeof officeLaunchCoinSave>;
/** A coin without its number. */
type Plan = Omit<LaunchCoin, 'id'>;

/** New coins for operators. An announcement holds: a plan is fixed from its start on. */
export function registerLaunchOffice(gateway: CallRegistry, services: LaunchServices): void {
  const { queries, live } = services;
  const oneAtATime = inTurn();
  gateway.registerCall(officeLaunchCoins, async () => {
    const coins = await queries
      .selectFrom('launch_coins')
      .selectAll()
      .orderBy('place')
      .orderBy('id')
      .execute();
    return coins.map((coin) => officeCoinRow(live, coin, services.now()));
  });
  gateway.registerCall(officeLaunchCoinSave, (context) =>
    oneAtATime(() => save(services, context)),
  );
}

async function save(
  services: LaunchServices,
  { input, audit }: CallContext<typeof officeLaunchCoinSave>,
): Promise<{ id: number }> {
  const { queries } = services;
  const plan = planOf(services, input);
  const before = input.id === undefined ? undefined : await coinById(queries, input.id);
  checkPlan(plan, before, services.now());
  await checkCurrency(queries, plan, before);
  const after = logged(plan);
  return queries.transaction().execute(async (transaction) => {
    if (before === undefined) {
      await audit({ action: 'launch.announce', subject: `coin ${plan.name}`, after }, transaction);
      const { id } = await transaction
        .insertInto('launch_coins')
        .values(plan)
        .returning('id')
        .executeTakeFirstOrThrow();
      return { id: Number(id) };
    }
    const subject = `new coin ${before.id}`;
    const entry = { action: 'launch.change', subject, before: logged(before), after };
    await audit(entry, transaction);
    await transaction.updateTable('launch_coins').set(plan).where('id', '=', before.id).execute();
    return { id: Number(before.id) };
  });
}

async function coinById(queries: Queries, id: number): Promise<LaunchCoin> {
  const coin = await queries
    .selectFrom('launch_coins')
    .selectAll()
    .where('id', '=', BigInt(id))
    .executeTakeFirst();
  if (coin === undefined) throw new Refusal('launch_coin_not_found', { field: 'id' });
  return coin;
}

function planOf({ live }: LaunchServices, input: CoinInput): Plan {
  const { name, currency = 0, index, planned, start_price, start_ms, end_ms, paper = '' } = input;
  if (name.trim() === '') throw new Refusal('field_missing', { field: 'name' });
  checkLink(paper, 'paper');
  return {
    name: name.trim(),
    currency: currency === 0 ? null : BigInt(listedCurrency(live, currency, 'currency').id),
    place: wholeWithin(index, PLACES, 'index'),
    planned: formatDecimal(amountOf(planned, PLAN, 'planned'), PLAN.scale),
    start_price: formatDecimal(amountOf(start_price, PLAN, 'start_price'), PLAN.scale),
    start_at: new Date(start_ms),
    end_at: new Date(end_ms),
    paper,
    is_shown: input.is_shown === '1',
  };
}

/** Refuses dates that a plan cannot have, and changes of one that has begun. */
function checkPlan(plan: Plan, before: LaunchCoin | undefined, now: number): void {
  const [start, end] = [plan.start_at.getTime(), plan.end_at.getTime()];
  if (before !== undefined && before.start_at.getTime() <= now) {
    const [one, other] = [fixedPart(before), fixedPart(plan)];
    if (one !== other) throw new Refusal('launch_plan_fixed', { field: 'planned' });
    return;
  }
  if (start < now || end <= start || end > now + FARTHEST_MS)
    throw new Refusal('launch_dates_invalid', { field: 'start_ms' });
}

function fixedPart({ planned, start_price, start_at, end_at }: Plan): string {
  return [plainOf(planned), plainOf(start_price), start_at.getTime(), end_at.getTime()].join(' ');
}

/** A coin is listed once, as one currency, for good. */
async function checkCurrency(
  queries: Queries,
  { currency }: Plan,
  before: LaunchCoin | undefined,
): Promise<void> {
  const refused = new Refusal('launch_coin_listed', { field: 'currency' });
  if (before !== undefined && before.currency !== null && before.currency !== currency)
    throw refused;
  if (currency === null) return;
  const other = await queries
    .selectFrom('launch_coins')
    .select('id')
    .where('currency', '=', currency)
    .executeTakeFirst();
  if (other !== undefined && other.id !== before?.id) throw refused;
}

/** An operator's fields, for the log. */
function logged({ currency, place, start_at, end_at, ...plan }: Plan) {
  return {
    name: plan.name,
    currency: Number(currency ?? 0),
    index: place,
    planned: plainOf(plan.planned),
    start_price: plainOf(plan.start_price),
    start_ms: start_at.getTime(),
    end_ms: end_at.getTime(),
    paper: plan.paper,
    is_shown: plan.is_shown,
  };
}
