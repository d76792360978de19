import { wireTime } from '../../../shared/dates.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import type { Hold } from '../model/withdrawal.ts';
import styles from './hold-notice.module.css';

interface HoldNoticeProps {
  readonly hold: Hold;
  /** Called when the wait of a requested withdrawal is over. */
  readonly onEnd?: () => void;
}

/**
 * The notice of a hold that delays a withdrawal, with its reasons. Nothing where the withdrawal
 * leaves at once.
 */
export function HoldNotice({ hold, onEnd }: HoldNoticeProps) {
  const t = useTranslate();
  const { text, reasons, waitsUntil: until } = hold;
  if (text === '') return null;
  return (
    <div className={styles['hold']}>
      <span>
        <Timed text={text} time={until} />
      </span>
      {until !== '' && onEnd !== undefined && (
        <Countdown endMs={wireTime(until)} label={t('wallet.waitEnds')} onEnd={onEnd} />
      )}
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ reason, text: why, until: end }) => (
            <li key={reason}>
              <Timed text={why} time={end} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A text with a time in it. The time stays on one line. */
function Timed({ text, time }: { readonly text: string; readonly time: string }) {
  const at = time === '' ? -1 : text.indexOf(time);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className={styles['time']}>{time}</span>
      {text.slice(at + time.length)}
    </>
  );
}
