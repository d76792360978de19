import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { Contest } from '../api.ts';
import { PLAY, type Season } from '../model/season.ts';
import styles from './rules-card.module.css';

/** The rules of a season, in plain sentences. */
export function RulesCard({
  season,
  markets,
}: {
  readonly season: Season;
  readonly markets: Contest['markets'];
}) {
  const t = useTranslate();
  const language = useLanguage();
  const coins = new Intl.ListFormat(language, { type: 'conjunction' }).format(
    markets.map(({ symbol }) => coinOf(symbol)),
  );
  return (
    <Card title={t('contest.rules')}>
      <ul className={styles['rules']}>
        <li>
          {t('contest.rule.start', {
            balance: grouped(season.startBalance, language),
            currency: PLAY,
          })}
        </li>
        {markets.length > 0 && <li>{t('contest.rule.price', { coins })}</li>}
        <li>{t('contest.rule.rank')}</li>
        <li>{t('contest.rule.end')}</li>
        {season.prizes.length > 0 && <li>{t('contest.rule.prizes')}</li>}
      </ul>
    </Card>
  );
}

/** BTC of BTC/PLAY. */
function coinOf(symbol: string): string {
  return symbol.split('/', 1)[0] ?? symbol;
}
