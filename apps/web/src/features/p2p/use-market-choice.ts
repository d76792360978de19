import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { choiceOf, isMoney, paramsOf, type MarketChoice } from './model/market-choice.ts';

/** Between the last key and the search. */
const TYPED_MS = 400;

/** What is chosen in the market. The address keeps it. */
export function useMarketChoice() {
  const [params, setParams] = useSearchParams();
  const kept = choiceOf(params);
  const choose = (change: Partial<MarketChoice>): void =>
    setParams((present) => paramsOf({ ...choiceOf(present), ...change }), { replace: true });
  const { typed, setTyped, money } = useTypedMoney(kept.money);
  const keep = useEffectEvent(() => choose({ money }));
  const isKept = money === kept.money;
  useEffect(() => {
    if (!isKept) keep();
  }, [isKept]);
  return { choice: { ...kept, money }, choose, typed, setTyped };
}

/** An amount as it is typed, and as it is searched for once nobody types. */
function useTypedMoney(first: string) {
  const [typed, setTyped] = useState(first);
  const [money, setMoney] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setMoney(isMoney(typed) ? typed : ''), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, money };
}
