import { useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import styles from './countdown.module.css';
import { announcedStep, daysAndClock } from './time-left.ts';
import { useSecondsLeft } from './use-seconds-left.ts';

interface CountdownProps {
  /** Milliseconds UTC by the server's clock. */
  readonly endMs: number;
  /** The event at the end, for screen readers. */
  readonly label: string;
  readonly onEnd?: () => void;
}

/** Time left until an event, by the server's clock. Announced at 60, 30 and 10 seconds. */
export function Countdown({ endMs, label, onEnd }: CountdownProps) {
  const t = useTranslate();
  const [announced, setAnnounced] = useState<number>();
  const left = useSecondsLeft(endMs, (before, now) => {
    const step = announcedStep(before, now);
    if (step !== undefined) setAnnounced(step);
    if (now === 0) onEnd?.();
  });
  const { days, clock } = daysAndClock(left);
  return (
    <span className={styles['countdown']} data-urgent={left <= 10 || undefined}>
      <span role="timer" aria-label={label}>
        {days === 0 ? clock : `${t('state.days', { days })} ${clock}`}
      </span>
      <span role="status" className="visually-hidden">
        {announced === undefined
          ? ''
          : `${label}: ${t('state.secondsLeft', { seconds: announced })}`}
      </span>
    </span>
  );
}
