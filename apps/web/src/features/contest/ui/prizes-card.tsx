import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Empty } from '../../../shared/ui/states.tsx';
import type { Season } from '../model/season.ts';
import styles from './prizes-card.module.css';

/** Prizes of the first ranks. */
export function PrizesCard({
  season: { prizes, prizeCurrency: currency },
}: {
  readonly season: Season;
}) {
  const t = useTranslate();
  const language = useLanguage();
  return (
    <Card title={t('contest.prizes')}>
      {prizes.length === 0 && <Empty>{t('contest.noPrizes')}</Empty>}
      {prizes.length > 0 && (
        <dl className={styles['prizes']}>
          {prizes.map(({ from, to, amount: plain }) => {
            const amount = `${grouped(plain, language)} ${currency}`;
            return (
              <div key={from}>
                <dt>
                  {from === to
                    ? t('contest.rankOne', { rank: from })
                    : t('contest.ranks', { from, to })}
                </dt>
                <dd>{from === to ? amount : t('contest.each', { amount })}</dd>
              </div>
            );
          })}
        </dl>
      )}
    </Card>
  );
}
