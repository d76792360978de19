import type { feeTerms } from '@meridian/contract/fee/calls';
import type { CallOutput } from '@meridian/contract/schema/call';
import type { CurrencyId, MarketId } from '@meridian/core/ids';
import { formatDecimal } from '@meridian/money/decimal';
import type { LiveView } from '../live-view.ts';
import { percent, yearRate } from '../market/percent.ts';
import { pairOfMarket, symbolOf } from '../market/translate.ts';

type Terms = CallOutput<typeof feeTerms>;

/** The charges of all open products except spot, as they are now. Play money is left out. */
export function termsNow(live: LiveView): Terms {
  return {
    contracts: contractsOf(live),
    seconds: secondsOf(live),
    insurance: live.seconds
      .offers()
      .filter(({ isOpen }) => isOpen)
      .map(({ currency, premiumBps, coverBps, days }) => ({
        currency_name: codeOf(live, currency),
        premium: percent(premiumBps),
        cover: percent(coverBps),
        days,
      })),
    conversions: live.convert
      .allTerms()
      .filter(({ isOpen, market }) => isOpen && market !== 0)
      .map(({ currency, marginBps, capBps }) => ({
        currency_name: codeOf(live, currency),
        margin: percent(marginBps),
        cap: percent(capBps),
      })),
    loans: live.loan
      .offers()
      .filter(({ isOpen }) => isOpen)
      .map(({ market, terms: { ratePpb, fundBps, feeBps } }) => ({
        pair: symbolNow(live, market),
        year_rate: yearRate(ratePpb),
        fund_share: percent(fundBps),
        liquidation_fee: percent(feeBps),
      })),
    withdrawals: withdrawalsOf(live),
  };
}

function contractsOf(live: LiveView): Terms['contracts'] {
  const shown = new Set(live.markets().map(({ id }) => id));
  return live.margin
    .allTerms()
    .filter(({ isOpen, market }) => isOpen && shown.has(market))
    .map(({ market, feeBps, spreadBps, overnightBps, liquidationFeeBps = 0 }) => ({
      pair: symbolNow(live, market),
      fee: percent(feeBps),
      spread: percent(spreadBps),
      overnight: percent(overnightBps),
      liquidation_fee: percent(liquidationFeeBps),
    }));
}

function secondsOf(live: LiveView): Terms['seconds'] {
  return live.seconds.terms().map(({ market, currency, feeBps, durations }) => {
    const payouts = durations.map(({ payoutBps }) => payoutBps);
    return {
      pair: symbolNow(live, market),
      currency_name: codeOf(live, currency),
      fee: percent(feeBps),
      least_payout: percent(Math.min(...payouts)),
      most_payout: percent(Math.max(...payouts)),
    };
  });
}

function withdrawalsOf(live: LiveView): Terms['withdrawals'] {
  return live.custody
    .networks()
    .filter(({ isOpen }) => isOpen)
    .map(({ name, currency, fee, minWithdrawal }) => {
      const { code = '', scale = 0 } = live.currency(currency) ?? {};
      return {
        network: name,
        currency_name: code,
        fee: formatDecimal(fee, scale),
        least: formatDecimal(minWithdrawal, scale),
      };
    });
}

function symbolNow(live: LiveView, market: MarketId): string {
  return symbolOf(pairOfMarket(live, market));
}

function codeOf(live: LiveView, currency: CurrencyId): string {
  return live.currency(currency)?.code ?? '';
}
