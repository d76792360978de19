import type { MARKET_RULES, MarketRulesEvent } from '@meridian/contract/market/events';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pairKey, type MarketGroup, type Pair } from '../shared/market/market.ts';
import { connection, useConnection } from './connection.ts';
import { keyOf, rulesOf } from './market-translate.ts';
import { marketsQuery } from './tickers.ts';

/** The rules of a market that an operator has changed: its own, those of contracts, of tickets. */
export type MarketRule = 'market' | 'margin' | 'seconds';
const RULE_OF = {
  market: 'market',
  lever: 'margin',
  micro: 'seconds',
} as const satisfies Record<(typeof MARKET_RULES)[number], MarketRule>;

/** Keeps the rules of all markets as operators change them, from now on. Called once, at boot. */
export function startMarketRules(client: QueryClient): void {
  let isFirst = true;
  connection().on<MarketRulesEvent>('market_rules', (event) => {
    const known = client.getQueryData(marketsQuery.queryKey);
    const next = known && withRules(known, event);
    // An answer that is under way may be older than the event.
    void client.cancelQueries(marketsQuery);
    if (next === undefined) void client.invalidateQueries(marketsQuery);
    else client.setQueryData(marketsQuery.queryKey, next);
  });
  connection().onConnect(() => {
    // The server does not repeat events that a lost connection missed. The first connection has
    // missed none: the list was just asked for.
    if (!isFirst) void client.invalidateQueries(marketsQuery);
    isFirst = false;
  });
}

/**
 * The list with the new rules of a pair; undefined where they add the pair to the list or remove
 * it, so that the list has to be fetched.
 */
export function withRules(
  groups: readonly MarketGroup[],
  event: MarketRulesEvent,
): MarketGroup[] | undefined {
  const key = keyOf(event);
  const isListed = groups.some(({ markets }) => markets.some((market) => market.key === key));
  if (!isListed || event.is_display === 0) return undefined;
  return groups.map((group) => ({
    ...group,
    markets: group.markets.map((market) =>
      market.key === key ? { ...market, ...rulesOf(event, market.scale) } : market,
    ),
  }));
}

/**
 * Calls back when such rules of a market may have changed: when an operator has changed them, and
 * after each reconnection.
 */
export function useMarketRules(
  { baseId, quoteId }: Pair,
  rules: readonly MarketRule[],
  onChange: () => void,
): void {
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  const watched = rules.join();
  useEffect(() => {
    const key = pairKey({ baseId, quoteId });
    // At the first connection the page fetches the rules anyway.
    let isAgain = useConnection.getState().status === 'live';
    const ends = [
      connection().on<MarketRulesEvent>('market_rules', (event) => {
        if (
          keyOf(event) === key &&
          event.changed.some((rule) => watched.split(',').includes(RULE_OF[rule]))
        )
          latest.current();
      }),
      connection().onConnect(() => {
        if (isAgain) latest.current();
        isAgain = true;
      }),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [baseId, quoteId, watched]);
}
