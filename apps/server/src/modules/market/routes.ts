import {
  currencyDetail,
  currencyList,
  marketDepth,
  newTimeshar,
  newTradehistory,
  quotationList,
  quotationNew,
  quotationNewList,
  transactionDeal,
  userCurrencyList,
} from '@meridian/contract/market/calls';
import { SECOND_PERIOD } from '@meridian/contract/market/candle-period';
import type { Language } from '@meridian/contract/languages';
import type { CallInput, CallOutput } from '@meridian/contract/schema/call';
import { SNAPSHOT_LEVELS } from '@meridian/contract/market/events';
import type { Queries } from '../../database/database.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { Refusal } from '../../gateway/refusal.ts';
import { isText, textOf } from '../../texts.ts';
import type { LiveView } from '../live-view.ts';
import { isPlay } from './play-money.ts';
import { ProjectionGate } from '../../projector/projection-gate.ts';
import { boundRange, fillBars, withLiveBar } from './bars.ts';
import { COIN_NAMES } from './coins.ts';
import { storedBars } from './queries.ts';
import {
  bar,
  currencyListAnswer,
  currencyRows,
  dealAnswer,
  depthAnswer,
  logoPath,
  pairOfCall,
  pairOfSymbol,
  quotationGroups,
  recentTrades,
} from './translate.ts';

export interface MarketServices {
  readonly live: LiveView;
  readonly queries: Queries;
  /** Wall clock, milliseconds UTC: where a chart ends. */
  readonly now: () => number;
}

const WEEK_S = 7 * 24 * 60 * 60;

/** Public calls on markets: quotations, bars, trades, books and currencies. */
export function registerMarketRoutes(gateway: CallRegistry, services: MarketServices): void {
  const { live } = services;
  const gate = new ProjectionGate(services.queries);
  gateway.registerCall(quotationNew, () => quotationGroups(live));
  gateway.registerCall(quotationNewList, () => ({ coin_list: quotationGroups(live) }));
  gateway.registerCall(quotationList, () => ({ coin_list: quotationGroups(live) }));
  gateway.registerCall(newTimeshar, async ({ input }) => {
    await gate.reachedOrOlder(live.seq);
    return bars(services, input);
  });
  gateway.registerCall(newTradehistory, ({ input }) => recentTrades(live, pairOfCall(live, input)));
  gateway.registerCall(transactionDeal, ({ input, session }) =>
    dealAnswer(live, pairOfCall(live, input), session?.user),
  );
  gateway.registerCall(marketDepth, ({ input }) =>
    depthAnswer(
      live,
      pairOfCall(live, input),
      Math.min(input.limit ?? SNAPSHOT_LEVELS, SNAPSHOT_LEVELS),
    ),
  );
  gateway.registerCall(currencyDetail, ({ input, language }) => detail(live, input.id, language));
  gateway.registerCall(currencyList, () => currencyListAnswer(live));
  gateway.registerCall(userCurrencyList, () => currencyRows(live.currencies()));
}

async function bars(
  { live, queries, now }: MarketServices,
  input: CallInput<typeof newTimeshar>,
): Promise<CallOutput<typeof newTimeshar>> {
  const pair = pairOfSymbol(live, input.symbol);
  const { period = '1day', source = 'trade' } = input;
  const nowS = Math.floor(now() / 1000);
  const toS = Math.min(input.to ?? nowS, nowS);
  const fromS = input.from ?? toS - WEEK_S;
  if (fromS > toS) return { code: 1, data: [] };
  const range = boundRange({ period, fromMs: fromS * 1000, toMs: toS * 1000 });
  const { id: market } = pair.market;
  const known =
    period === SECOND_PERIOD
      ? live.secondBars(market, source, range)
      : withLiveBar(
          await storedBars(queries, { market, source }, { ...range, period }),
          live.candle(market, period, source),
        );
  const shown = fillBars(known, range);
  return { code: 1, data: shown.map((one) => bar(one, { period, pair })) };
}

function detail(live: LiveView, id: number, language: Language): CallOutput<typeof currencyDetail> {
  const currency = live.currency(id);
  if (currency === undefined || isPlay(currency.id)) throw new Refusal('currency_unknown');
  const about = `coinAbout.${currency.code}`;
  return {
    id: currency.id,
    name: currency.code,
    full_name: COIN_NAMES[currency.code] ?? currency.code,
    desc: isText(about) ? textOf(language, about) : '',
    logo: logoPath(currency),
  };
}
