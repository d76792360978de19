import { useQueryClient } from '@tanstack/react-query';
import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import { HashedTerms } from '../../../shared/ui/hashed-terms.tsx';
import { LoginPrompt } from '../../../shared/ui/login-prompt.tsx';
import { refreshRounds } from '../api.ts';
import type { Round } from '../model/round.ts';
import { BallotForm } from './ballot-form.tsx';
import { OptionName } from './option-name.tsx';
import { Result } from './result.tsx';
import styles from './vote.module.css';

const TONES = {
  announced: 'accent',
  running: 'success',
  counting: 'accent',
  ended: 'neutral',
  cancelled: 'warn',
} as const;

/** A round: its question, the own ballot while it runs, and its result. */
export function RoundCard({
  round,
  isLoggedIn,
}: {
  readonly round: Round;
  readonly isLoggedIn: boolean;
}) {
  const t = useTranslate();
  const { title, about, state } = round;
  const isVoting = state === 'running' && isLoggedIn;
  return (
    <li className={styles['round']}>
      <div className={styles['head']}>
        <h2>{title}</h2>
        <Badge tone={TONES[state]}>{t(`vote.state.${state}`)}</Badge>
      </div>
      {about !== '' && <p className={styles['about']}>{about}</p>}
      <Facts round={round} />
      {isVoting && <BallotForm key={round.my?.option ?? 0} round={round} />}
      {state === 'ended' && <Result round={round} />}
      {!isVoting && state !== 'ended' && <Names round={round} />}
      {state === 'running' && !isLoggedIn && <LoginPrompt />}
      {state === 'cancelled' && <p className={styles['note']}>{t('vote.cancelled')}</p>}
      <HashedTerms
        label={t('vote.hash')}
        hash={round.termsHash}
        texts={[{ name: t('terms.text'), note: t('vote.termsNote'), text: round.terms }]}
      />
    </li>
  );
}

function Facts({
  round: { state, start, startMs, end, endMs, turnout },
}: {
  readonly round: Round;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  const look = (): void => void refreshRounds(client);
  return (
    <dl className={styles['facts']}>
      <dt>{t('vote.start')}</dt>
      <dd>{start}</dd>
      <dt>{t('vote.end')}</dt>
      <dd>{end}</dd>
      {state === 'announced' && (
        <>
          <dt>{t('vote.startsIn')}</dt>
          <dd>
            <Countdown endMs={startMs} label={t('vote.startsIn')} onEnd={look} />
          </dd>
        </>
      )}
      {state === 'running' && (
        <>
          <dt>{t('vote.endsIn')}</dt>
          <dd>
            <Countdown endMs={endMs} label={t('vote.endsIn')} onEnd={look} />
          </dd>
        </>
      )}
      {state !== 'announced' && state !== 'cancelled' && (
        <>
          <dt>{t('vote.turnout')}</dt>
          <dd>{grouped(String(turnout), language)}</dd>
        </>
      )}
    </dl>
  );
}

function Names({ round: { options } }: { readonly round: Round }) {
  return (
    <ul className={styles['names']}>
      {options.map((option) => (
        <li key={option.number}>
          <OptionName option={option} />
        </li>
      ))}
    </ul>
  );
}
