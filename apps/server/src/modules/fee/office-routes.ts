import { officeFeeTiers, officeFeeTiersSave } from '@meridian/contract/fee/office';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { Currency } from '@meridian/core/catalog/catalog';
import { LEAST_MAKER_FEE_BPS, MOST_TIERS, type FeeTier } from '@meridian/core/fee/fee-commands';
import { keepsSomething } from '@meridian/core/fee/fee-commands-check';
import { formatDecimal } from '@meridian/money/decimal';
import { inTurn, submitAudited } from '../../gateway/audited-change.ts';
import type { CallContext, CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { amountOf, listedCurrency, wholeWithin } from '../market/currency-of-call.ts';
import type { FeeServices } from './routes.ts';

const FIELD = 'tiers';
/** The bounds of rates in the core, hundredths of a percent. */
const TAKER_FEE_BPS = [0, 1_000] as const;
const MAKER_FEE_BPS = [LEAST_MAKER_FEE_BPS, 1_000] as const;

/** Tiers of fees for operators: all of them are set at once. */
export function registerFeeOffice(gateway: CallRegistry, services: FeeServices): void {
  const oneAtATime = inTurn();
  gateway.registerCall(officeFeeTiers, () => tiersNow(services));
  gateway.registerCall(officeFeeTiersSave, (context) => oneAtATime(() => save(services, context)));
}

async function save(
  services: FeeServices,
  { input, audit, language }: CallContext<typeof officeFeeTiersSave>,
): Promise<string> {
  const { engine, live } = services;
  const currency = listedCurrency(live, input.currency);
  const tiers = tiersOf(input.tiers ?? '', currency);
  const before = currencyNow(live);
  await submitAudited(
    engine,
    audit,
    {
      action: 'fee.tiers',
      subject: 'fees of trades',
      before: logged(live.fee.tiers, before),
      after: logged(tiers, currency),
    },
    { kind: 'fee.tiers', currency: currency.id, tiers },
  );
  return textOf(language, 'answer.done');
}

function tiersOf(text: string, currency: Currency): FeeTier[] {
  const parts = text === '' ? [] : text.split(',').map((part) => part.trim());
  if (parts.length > MOST_TIERS) throw new Refusal('input_invalid', { field: FIELD });
  const tiers = parts.map((part): FeeTier => {
    const [volume = '', maker = '', taker = '', ...rest] = part.split(':');
    if (rest.length > 0 || !/^-?[0-9]{1,4}$/.test(maker) || !/^[0-9]{1,4}$/.test(taker))
      throw new Refusal('input_invalid', { field: FIELD });
    return {
      volume: amountOf(volume, currency, FIELD),
      makerFeeBps: wholeWithin(Number(maker), MAKER_FEE_BPS, FIELD),
      takerFeeBps: wholeWithin(Number(taker), TAKER_FEE_BPS, FIELD),
    };
  });
  if (!tiers.every((tier, index) => index === 0 || isNext(tier, tiers[index - 1] as FeeTier)))
    throw new Refusal('fee_tiers_disordered', { field: FIELD });
  if (!keepsSomething(tiers)) throw new Refusal('fee_rebate_too_large', { field: FIELD });
  return tiers;
}

function isNext(tier: FeeTier, before: FeeTier): boolean {
  return (
    tier.volume > before.volume &&
    tier.makerFeeBps <= before.makerFeeBps &&
    tier.takerFeeBps <= before.takerFeeBps
  );
}

function tiersNow({ live, now }: FeeServices): CallOutput<typeof officeFeeTiers> {
  const { fee } = live;
  const currency = currencyNow(live);
  const customers = fee.customersByTier(now());
  return {
    currency: fee.currency,
    currency_name: currency?.code ?? '',
    tiers: fee.tiers.map(({ volume, makerFeeBps, takerFeeBps }, index) => ({
      volume: formatDecimal(volume, currency?.scale ?? 0),
      maker_fee_bps: makerFeeBps,
      taker_fee_bps: takerFeeBps,
      customers: customers[index] ?? 0,
    })),
  };
}

function currencyNow(live: LiveView): Currency | undefined {
  return live.currency(live.fee.currency);
}

/** All tiers, for the log. */
function logged(tiers: readonly FeeTier[], currency: Currency | undefined) {
  return {
    currency: currency?.id ?? 0,
    tiers: tiers.map(({ volume, makerFeeBps, takerFeeBps }) => ({
      volume: formatDecimal(volume, currency?.scale ?? 0),
      maker_fee_bps: makerFeeBps,
      taker_fee_bps: takerFeeBps,
    })),
  };
}
