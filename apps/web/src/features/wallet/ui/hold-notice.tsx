import type { HoldReason } from '@meridian/contract/custody/calls';
import { wireTime } from '../../../shared/dates.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Countdown } from '../../../shared/ui/countdown.tsx';
import styles from './hold-notice.module.css';

interface HoldNoticeProps {
  readonly hold: {
    readonly hold_text: string;
    readonly hold_reasons: readonly { readonly reason: HoldReason; readonly text: string }[];
    readonly waits_until: string;
  };
  /** Runs when the wait is over, of a withdrawal that was asked for. */
  readonly onEnd?: () => void;
}

/** What holds a withdrawal back before it leaves, and why. Nothing where it leaves at once. */
export function HoldNotice({ hold, onEnd }: HoldNoticeProps) {
  const t = useTranslate();
  const { hold_text: text, hold_reasons: reasons, waits_until: until } = hold;
  if (text === '') return null;
  return (
    <div className={styles['hold']}>
      <span>{text}</span>
      {until !== '' && onEnd !== undefined && (
        <Countdown endMs={wireTime(until)} label={t('wallet.waitEnds')} onEnd={onEnd} />
      )}
      {reasons.length > 0 && (
        <ul>
          {reasons.map(({ reason, text: why }) => (
            <li key={reason}>{why}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
