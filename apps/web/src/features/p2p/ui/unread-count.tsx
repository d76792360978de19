import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './chat.module.css';

/** Largest number that is shown. */
const MOST_SHOWN = 99;

/** A name, with the number of unread messages behind it. */
export function UnreadCount({
  label,
  unread,
}: {
  readonly label: string;
  readonly unread: number;
}) {
  const t = useTranslate();
  if (unread === 0) return label;
  return (
    <span className={styles['counted']}>
      {label}
      <span className={styles['count']} aria-hidden="true">
        {unread > MOST_SHOWN ? `${MOST_SHOWN}+` : unread}
      </span>
      <span className="visually-hidden">{t('p2p.chat.unreadCount', { count: unread })}</span>
    </span>
  );
}
