import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { FormFailure } from '../../../shared/ui/form-failure.tsx';
import { acceptQuote, refreshConvert } from '../api.ts';
import type { Coin, Quote } from '../model/conversion.ts';
import { rateOf, rateOfPrice } from '../model/convert-form.ts';
import styles from './convert.module.css';
import { useTimeLeft } from '../../../shared/ui/use-time-left.ts';

interface QuotePanelProps {
  readonly quote: Quote;
  readonly from: Coin;
  readonly to: Coin;
  readonly isAsking: boolean;
  readonly onAskAgain: () => void;
  readonly onDone: (quote: Quote) => void;
}

/**
 * A firm quote: its amounts, its rate beside those of the index and of the book, and the time left.
 * When it has run out the panel says so, and one press asks for a new one.
 */
export function QuotePanel(props: QuotePanelProps) {
  const { quote, from, to, isAsking, onAskAgain, onDone } = props;
  const t = useTranslate();
  const client = useQueryClient();
  const leftMs = useTimeLeft(quote.endMs);
  const [isRefused, setRefused] = useState(false);
  const { isBusy, failure, send } = useMoneyCall(acceptQuote, {
    onDone: () => onDone(quote),
    onFailed: (_failure, isAnswered) => setRefused(isAnswered),
    refresh: () => refreshConvert(client),
  });
  const isOver = (leftMs === 0 && !isBusy && failure === undefined) || isRefused;
  const panel = useRef<HTMLElement>(null);
  // A phone may not show its end, and ten seconds are no time to look for the button.
  useEffect(() => {
    // Newer browsers answer with a promise, which is no way to end an effect.
    void panel.current?.scrollIntoView({ block: 'nearest' });
  }, [quote.id]);
  return (
    <section ref={panel} className={styles['quote']} aria-label={t('convert.quote')}>
      <QuoteFacts quote={quote} from={from} to={to} isOver={isOver} />
      <FormFailure text={failure?.message} />
      {isOver ? (
        <>
          {!isRefused && (
            <p className={styles['over']} role="status">
              {t('convert.over')}
            </p>
          )}
          <Button look="accent" isWide isBusy={isAsking} onClick={onAskAgain}>
            {t('convert.askAgain')}
          </Button>
        </>
      ) : (
        <>
          <div className={styles['left']}>
            <progress
              max={quote.spanMs}
              value={leftMs}
              aria-label={t('convert.left')}
              data-urgent={leftMs <= 3_000 || undefined}
            />
            <span role="timer">{t('convert.seconds', { seconds: Math.ceil(leftMs / 1_000) })}</span>
          </div>
          <Button look="accent" isWide isBusy={isBusy} onClick={() => void send({ id: quote.id })}>
            {t('convert.accept')}
          </Button>
        </>
      )}
    </section>
  );
}

interface QuoteFactsProps extends Pick<QuotePanelProps, 'quote' | 'from' | 'to'> {
  readonly isOver: boolean;
}

/** The two amounts, and their rate beside those of the index and of the order book. */
function QuoteFacts({ quote, from, to, isOver }: QuoteFactsProps) {
  const t = useTranslate();
  const language = useLanguage();
  const figure = (plain: string): string => grouped(plain, language);
  const rateText = (rate: ReturnType<typeof rateOfPrice>): string =>
    rate === undefined ? MISSING : `1 ${rate.of} = ${figure(rate.rate)} ${rate.in}`;
  const { spreadBps, bookBps, indexPrice, bookPrice, cost, costCode } = quote;
  const spread = t('convert.bps', { bps: spreadBps });
  return (
    <dl className={styles['facts']} data-over={isOver || undefined}>
      <dt>{t('convert.side.from')}</dt>
      <dd>{`${figure(quote.fromAmount)} ${from.code}`}</dd>
      <dt>{t('convert.side.to')}</dt>
      <dd>{`${figure(quote.toAmount)} ${to.code}`}</dd>
      <dt>{t('convert.rate')}</dt>
      <dd>{rateText(rateOf(quote, from, to))}</dd>
      <dt>{t('convert.index')}</dt>
      <dd>{rateText(rateOfPrice(indexPrice, from, to))}</dd>
      <dt>{t('convert.book')}</dt>
      <dd>
        {bookBps === null
          ? t('convert.noBook')
          : `${rateText(rateOfPrice(bookPrice, from, to))} (${t('convert.bps', { bps: bookBps })})`}
      </dd>
      <dt>{t('convert.spread')}</dt>
      <dd>{cost === '' ? spread : `${fixed(cost, 4, { language })} ${costCode} (${spread})`}</dd>
    </dl>
  );
}
