import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { choiceOf, isMoney, paramsOf, type MarketChoice } from './model/market-choice.ts';

/** Delay between the last key and the search. */
const TYPED_MS = 400;

/**
 * State of an entry of the history. `isOrder`: the dialog of an order, over the market in the entry
 * before it.
 */
interface Step {
  readonly isOrder?: boolean;
}

/**
 * The choices in the market, which its address keeps. An ad that is taken is an entry of the
 * history, so that Back closes its dialog.
 */
export function useMarketChoice() {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const state = useLocation().state as Step | null;
  const kept = choiceOf(params);
  const choose = (change: Partial<MarketChoice>): void =>
    setParams((present) => paramsOf({ ...choiceOf(present), ...change }), { replace: true, state });
  const takeAd = (ad: number): void =>
    setParams((present) => paramsOf({ ...choiceOf(present), ad }), { state: { isOrder: true } });
  const leaveAd = (): void => {
    if (state?.isOrder === true) void navigate(-1);
    else choose({ ad: undefined });
  };
  const { typed, setTyped, money } = useTypedMoney(kept.money);
  const keep = useEffectEvent(() => choose({ money }));
  const isKept = money === kept.money;
  useEffect(() => {
    if (!isKept) keep();
  }, [isKept]);
  return { choice: { ...kept, money }, choose, takeAd, leaveAd, typed, setTyped };
}

/** An amount as it is typed, and as it is searched for once the typing pauses. */
function useTypedMoney(first: string) {
  const [typed, setTyped] = useState(first);
  const [money, setMoney] = useState(first);
  useEffect(() => {
    const timer = setTimeout(() => setMoney(isMoney(typed) ? typed : ''), TYPED_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped, money };
}
