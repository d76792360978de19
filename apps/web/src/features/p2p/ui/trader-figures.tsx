import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { shownRate, type Durations, type Trader } from '../model/trader-page.ts';
import styles from './trader.module.css';

/** The record of a trader: each figure with an explanation. */
export function TraderFigures({ trader }: { readonly trader: Trader }) {
  const t = useTranslate();
  const language = useLanguage();
  const count = (value: number): string => grouped(String(value), language);
  const rate = shownRate(trader);
  const minutes = ({ median, p90 }: Durations): string =>
    median === ''
      ? MISSING
      : t('p2p.trader.minutes', {
          median: grouped(median, language),
          p90: grouped(p90, language),
        });
  const figures = [
    { name: 'month', text: count(trader.monthEnded) },
    {
      name: 'rate',
      text:
        rate === undefined
          ? t('p2p.trader.nOfM', {
              completed: count(trader.monthCompleted),
              ended: count(trader.monthEnded),
            })
          : `${grouped(rate, language)}%`,
    },
    { name: 'all', text: count(trader.ended) },
    { name: 'completed', text: count(trader.completed) },
    { name: 'pay', text: minutes(trader.payMinutes) },
    { name: 'release', text: minutes(trader.releaseMinutes) },
    { name: 'people', text: count(trader.counterparties) },
    { name: 'appeals', text: count(trader.appealsLost) },
    ...(trader.isOwn
      ? ([
          { name: 'available', text: `${grouped(trader.available, language)} USDT` },
          { name: 'held', text: `${grouped(trader.held, language)} USDT` },
        ] as const)
      : []),
  ] as const;
  return (
    <dl className={styles['figures']}>
      {figures.map(({ name, text }) => (
        <div key={name}>
          <dt>{t(`p2p.trader.figure.${name}`)}</dt>
          <dd>{text}</dd>
          <dd>{t(`p2p.trader.counts.${name}`)}</dd>
        </div>
      ))}
    </dl>
  );
}
