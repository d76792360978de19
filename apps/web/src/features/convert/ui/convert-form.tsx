import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { grouped } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { askQuote, quoteOf, refreshConvert } from '../api.ts';
import type { Coin, Quote, Side } from '../model/conversion.ts';
import { amountError, estimateOf, marginOf, mostOf } from '../model/convert-form.ts';
import styles from './convert.module.css';
import { ConvertSide } from './convert-side.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { SwapButton } from './swap-button.tsx';
import { useBalance } from './use-balance.ts';
import { useErrorText } from './use-error-text.ts';
import { useTwoCoins } from './use-two-coins.ts';

/** Both amounts of a conversion that is done, with their codes. */
interface Done {
  readonly given: string;
  readonly got: string;
}

/**
 * Two amounts, one of them typed. A firm quote fills in the other one, and is accepted as it is
 * shown, or not at all.
 */
export function ConvertForm({ coins }: { readonly coins: readonly Coin[] }) {
  const t = useTranslate();
  const language = useLanguage();
  const isLoggedIn = useSession(({ token }) => token !== undefined);
  const form = useConvertForm(coins);
  const { from, to, quote, done, isBusy, ask } = form;
  if (done !== undefined)
    return (
      <div className={styles['form']} role="status">
        <p className={styles['success']}>{t('convert.done', { ...done })}</p>
        <Button look="accent" isWide onClick={form.again}>
          {t('convert.again')}
        </Button>
      </div>
    );
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      <ConvertSide {...form.sideOf('from')} coins={coins} />
      <SwapButton onSwap={form.swap} />
      <ConvertSide {...form.sideOf('to')} coins={coins} />
      {!isLoggedIn ? (
        <LoginPrompt />
      ) : quote === undefined ? (
        <Button type="submit" look="accent" isWide isBusy={isBusy}>
          {t('convert.ask')}
        </Button>
      ) : (
        <QuotePanel
          key={quote.id}
          quote={quote}
          from={from}
          to={to}
          isAsking={isBusy}
          onAskAgain={ask}
          onDone={form.finish}
        />
      )}
      <p className={styles['note']}>
        {t('convert.about', { margin: `${grouped(marginOf(from, to), language)}%` })}
      </p>
    </form>
  );
}

/** The quote of the typed amount. A refusal counts for that input only. */
function useQuote(wish: Parameters<ReturnType<typeof useAsk>['send']>[0]) {
  const [quote, setQuote] = useState<Quote>();
  const [askedFor, setAskedFor] = useState('');
  const { isBusy, failure, send } = useAsk(setQuote);
  const text = JSON.stringify(wish);
  return {
    quote,
    isBusy,
    refusal: askedFor === text ? failure?.message : undefined,
    forget: (): void => setQuote(undefined),
    ask: (): void => {
      setAskedFor(text);
      void send(wish);
    },
  };
}

function useAsk(onQuote: (quote: Quote | undefined) => void) {
  return useMoneyCall(askQuote, {
    onDone: (answer) => onQuote(quoteOf(answer, Date.now())),
    onFailed: () => onQuote(undefined),
    refresh: () => undefined,
  });
}

function useConvertForm(coins: readonly Coin[]) {
  const errorText = useErrorText();
  const language = useLanguage();
  const client = useQueryClient();
  const balanceOf = useBalance();
  const two = useTwoCoins(coins);
  const { from, to } = two;
  const [side, setSide] = useState<Side>('from');
  const [amount, setAmount] = useState('');
  const [wasTried, setTried] = useState(false);
  const [done, setDone] = useState<Done>();
  const quoting = useQuote({ from: from.id, to: to.id, side, amount });
  const { quote, isBusy, refusal, forget } = quoting;
  const typed = side === 'from' ? from : to;
  const problem = amountError(amount, typed, side, balanceOf(typed));
  const sideOf = (which: Side) => {
    const coin = which === 'from' ? from : to;
    const shown = which === 'from' ? quote?.fromAmount : quote?.toAmount;
    const error = wasTried ? (errorText(problem) ?? refusal) : refusal;
    return {
      side: which,
      coin,
      value: which === side ? amount : (shown ?? ''),
      balance: balanceOf(coin),
      most: which === 'from' ? mostOf(coin, balanceOf(coin)) : undefined,
      error: which === side ? error : undefined,
      estimate:
        which === side || quote !== undefined ? undefined : estimateOf(amount, side, from, to),
      onCoin: (id: number): void => {
        forget();
        two.choose(which, id);
      },
      onAmount: (value: string): void => {
        forget();
        setSide(which);
        setAmount(value);
      },
    };
  };
  return {
    ...{ from, to, side, quote, done, isBusy, sideOf },
    ask: (): void => {
      setTried(true);
      if (problem === undefined) quoting.ask();
    },
    swap: (): void => {
      forget();
      two.swap();
      setSide(side === 'from' ? 'to' : 'from');
    },
    finish: ({ fromAmount, toAmount }: Quote): void => {
      setDone({
        given: `${grouped(fromAmount, language)} ${from.code}`,
        got: `${grouped(toAmount, language)} ${to.code}`,
      });
      void refreshConvert(client);
    },
    again: (): void => {
      setDone(undefined);
      forget();
      setAmount('');
      setTried(false);
    },
  };
}
