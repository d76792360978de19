import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { momentIn } from '../../../shared/dates.ts';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { ButtonLink } from '../../../shared/ui/button-link.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { refreshContest } from '../api.ts';
import { nextMoment, PLAY, prizePool, wayOf, type Entry, type Season } from '../model/season.ts';
import { JoinButton } from './join-button.tsx';
import styles from './season-head.module.css';
import { StateBadge } from './state-badge.tsx';

/** Name and dates of a season, and the button to join. */
export function SeasonHead({
  season,
  entry,
}: {
  readonly season: Season;
  readonly entry: Entry | null;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const amount = (plain: string, currency: string): string =>
    `${grouped(plain, language)} ${currency}`;
  return (
    <section className={styles['head']} aria-label={season.name}>
      <div className={styles['top']}>
        <div className={styles['words']}>
          <p className={styles['badges']}>
            <StateBadge state={season.state} />
            <Badge>{t('contest.paper')}</Badge>
          </p>
          <h1>{season.name}</h1>
          <p className={styles['about']}>
            {t('contest.about', {
              balance: grouped(season.startBalance, language),
              currency: PLAY,
            })}
          </p>
        </div>
        <div className={styles['action']}>
          <Clock season={season} />
          <Action season={season} entry={entry} />
        </div>
      </div>
      <dl className={styles['facts']}>
        <Fact name={t('contest.starts')}>{momentIn(language, season.startsAtMs)}</Fact>
        <Fact name={t('contest.ends')}>{momentIn(language, season.endsAtMs)}</Fact>
        <Fact name={t('contest.balance')}>{amount(season.startBalance, PLAY)}</Fact>
        {season.prizes.length > 0 && (
          <Fact name={t('contest.pool')}>
            {amount(prizePool(season.prizes), season.prizeCurrency)}
          </Fact>
        )}
        <Fact name={t('contest.participants')}>
          {grouped(String(season.participants), language)}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Clock({ season }: { readonly season: Season }) {
  const t = useTranslate();
  const client = useQueryClient();
  const next = nextMoment(season);
  if (next === undefined) return null;
  const label = t(`contest.${next.name}`);
  return (
    <p className={styles['clock']}>
      <span>{label}</span>
      <Countdown endMs={next.atMs} label={label} onEnd={() => refreshContest(client)} />
    </p>
  );
}

const NOTES = {
  upcoming: 'contest.joinedNote',
  running: undefined,
  closing: 'contest.closingNote',
  ended: 'contest.endedNote',
} as const;

function Action({ season, entry }: { readonly season: Season; readonly entry: Entry | null }) {
  const t = useTranslate();
  const way = wayOf(season, entry);
  if (way === 'join') return <JoinButton season={season} />;
  if (way === 'trade') {
    return (
      <ButtonLink look="accent" to="/match/trade">
        {t('contest.trade')}
      </ButtonLink>
    );
  }
  const note = NOTES[season.state];
  return note === undefined ? null : <p className={styles['note']}>{t(note)}</p>;
}
