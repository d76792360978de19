import {
  officeRebateFund,
  officeRebateLines,
  officeRebateRates,
  officeRebates,
} from '@meridian/contract/rebate/office';
import type { CallOutput } from '@meridian/contract/schema/call';
import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { SYSTEM } from '@meridian/core/ledger/accounts';
import { MOST_REBATE_BPS } from '@meridian/core/rebate/rebate-commands';
import type { SnapshotRebateRates } from '@meridian/core/rebate/rebate-snapshot';
import { formatDecimal } from '@meridian/money/decimal';
import type { Engine } from '../../engine/engine.ts';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import { accountsOf } from '../account/customer-search.ts';
import { listedCurrency } from '../market/currency-of-call.ts';
import { fundAccount } from '../market/fund-account.ts';
import { shanghaiTime } from '../market/shanghai-time.ts';
import { customersShown } from '../account/customers-shown.ts';
import { linesPage } from './queries.ts';
import { dayText, lineRow, type RebateServices } from './routes.ts';

const DAY_MS = 86_400_000;

interface OfficeServices extends RebateServices {
  readonly engine: Pick<Engine, 'submit'>;
}

/** Shares of fees for inviters, for operators: rates, funds, and the shares that were paid. */
export function registerRebateOffice(gateway: CallRegistry, services: OfficeServices): void {
  const oneAtATime = inTurn();
  gateway.registerCall(officeRebates, () => stateNow(services));
  gateway.registerCall(officeRebateRates, (context) =>
    oneAtATime(() => setRates(services, context)),
  );
  gateway.registerCall(officeRebateFund, (context) => oneAtATime(() => fund(services, context)));
  gateway.registerCall(officeRebateLines, (context) => lines(services, context));
}

function stateNow({ live, now }: OfficeServices): CallOutput<typeof officeRebates> {
  const timeMs = now();
  const present = live.rebate.ratesAt(timeMs);
  const next = live.rebate.ratesAfter(timeMs);
  const kept = live.balances(SYSTEM.rebates).map(({ currency }) => currency);
  const currencies = new Set([...kept, ...[present, next].map((rates) => rates?.currency ?? 0)]);
  return {
    rates: [present, next]
      .filter((rates) => rates !== undefined)
      .map((rates) => ({
        from_time: shanghaiTime(rates.day * DAY_MS),
        is_present: rates === present,
        ...rowOf(live, rates),
      })),
    funds: [...currencies]
      .filter((id) => live.currency(id) !== undefined)
      .map((id) => {
        const { code = '', scale = 0 } = live.currency(id) ?? {};
        const free = (user: number): string =>
          formatDecimal(live.balance(user, 'spot', id).available, scale);
        return {
          currency: id,
          currency_name: code,
          available: free(SYSTEM.rebates),
          house: free(SYSTEM.house),
        };
      }),
    days_due: live.rebate.due.map(dayText),
    members: live.rebate.members,
  };
}

async function setRates(
  { engine, live, now }: OfficeServices,
  { input, audit, language }: CallContext<typeof officeRebateRates>,
): Promise<string> {
  const currency = listedCurrency(live, input.currency);
  const ratesBps = [input.level_1_bps, input.level_2_bps, input.level_3_bps];
  if (ratesBps.reduce((sum, rate) => sum + rate, 0) > MOST_REBATE_BPS)
    throw new Refusal('input_invalid', { field: 'level_3_bps' });
  const before = live.rebate.ratesAfter(now()) ?? live.rebate.ratesAt(now());
  await submitAudited(
    engine,
    audit,
    {
      action: 'rebate.rates',
      subject: 'rates of invitation rebates',
      before: before === undefined ? {} : rowOf(live, before),
      after: rowOf(live, { day: 0, currency: currency.id, ratesBps }),
    },
    { kind: 'rebate.rates', currency: currency.id, ratesBps },
  );
  return textOf(language, 'answer.done');
}

async function fund(
  services: OfficeServices,
  context: CallContext<typeof officeRebateFund>,
): Promise<string> {
  await fundAccount(services, context, { kind: 'rebate.fund', into: 'to_rebates' });
  return textOf(context.language, 'answer.done');
}

async function lines(
  { live, queries, gate }: OfficeServices,
  { input: { page = 1 }, audit }: CallContext<typeof officeRebateLines>,
): Promise<CallOutput<typeof officeRebateLines>> {
  await gate.reached(live.seq);
  const { rows, total } = await linesPage(queries, { page, limit: OFFICE_ROWS });
  const users = rows.flatMap(({ payer_id, user_id }) => [Number(payer_id), Number(user_id)]);
  if (users.length > 0) await audit(customersShown('rebate_lines.list', users));
  const accounts = await accountsOf(queries, [...new Set(users)]);
  const list = rows.map((row) => {
    const [payer, user] = [Number(row.payer_id), Number(row.user_id)];
    const names = { payer_account: accounts.get(payer) ?? '', account: accounts.get(user) ?? '' };
    return { ...lineRow(live, row), payer, user, ...names };
  });
  return { list, total, page };
}

function rowOf(live: OfficeServices['live'], { currency, ratesBps }: SnapshotRebateRates) {
  return {
    currency,
    currency_name: live.currency(currency)?.code ?? '',
    rates_bps: [...ratesBps],
  };
}
