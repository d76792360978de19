import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { serverNowMs } from '../server-clock.ts';
import styles from './countdown.module.css';
import { announcedStep, daysAndClock, secondsLeft } from './time-left.ts';

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
  const [left, setLeft] = useState(() => secondsLeft(endMs, serverNowMs()));
  const [announced, setAnnounced] = useState<number>();
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    let shown = secondsLeft(endMs, serverNowMs());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = (): void => {
      const nowMs = serverNowMs();
      const now = secondsLeft(endMs, nowMs);
      const step = announcedStep(shown, now);
      if (step !== undefined) setAnnounced(step);
      setLeft(now);
      if (now === 0 && shown > 0) end.current?.();
      shown = now;
      // On the second, also after a correction of the clock.
      if (now > 0) timer = setTimeout(tick, ((endMs - nowMs) % 1000) + 1);
    };
    tick();
    return () => clearTimeout(timer);
  }, [endMs]);
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
