import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { fixed, grouped, MISSING, percent, percentDirection } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { refreshContest } from '../api.ts';
import { nextMoment, PLAY, type Entry, type Season } from '../model/season.ts';
import styles from './trade-banner.module.css';

const DECIMALS = 2;

/** Above the terminal: a note about play money, the own standing, and a link back. */
export function TradeBanner({
  season,
  entry,
}: {
  readonly season: Season;
  readonly entry: Entry | null;
}) {
  const t = useTranslate();
  const client = useQueryClient();
  const next = nextMoment(season);
  return (
    <section className={styles['banner']} aria-label={t('contest.banner')}>
      <p className={styles['what']}>
        <strong>{t('contest.banner')}</strong>
        <span>{season.name}</span>
      </p>
      <Link to="/match">{t('contest.back')}</Link>
      <dl className={styles['facts']}>
        {entry !== null && <Standing entry={entry} />}
        {next !== undefined && (
          <div>
            <dt>{t(`contest.${next.name}`)}</dt>
            <dd>
              <Countdown
                endMs={next.atMs}
                label={t(`contest.${next.name}`)}
                onEnd={() => refreshContest(client)}
              />
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function Standing({ entry: { rank, equity, returnRate: rate } }: { readonly entry: Entry }) {
  const t = useTranslate();
  const language = useLanguage();
  const direction = percentDirection(rate);
  return (
    <>
      <div>
        <dt>{t('contest.rank')}</dt>
        <dd>{rank === 0 ? MISSING : grouped(String(rank), language)}</dd>
      </div>
      <div>
        <dt>{t('contest.equity')}</dt>
        <dd>{`${fixed(equity, DECIMALS, { language, rounding: 'down' })} ${PLAY}`}</dd>
      </div>
      <div>
        <dt>{t('contest.return')}</dt>
        <dd className={direction === 'flat' ? undefined : direction}>{percent(rate, language)}</dd>
      </div>
    </>
  );
}
