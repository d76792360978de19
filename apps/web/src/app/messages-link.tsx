import { NavLink } from 'react-router';
import { useUnread } from '../realtime/messages.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { Icon } from './icons.tsx';
import styles from './header.module.css';
import { MESSAGES } from './navigation.ts';

/** Largest number in a badge. */
const MOST_SHOWN = 99;

/** A link to the messages, with the number of unread ones. */
export function MessagesLink() {
  const t = useTranslate();
  const unread = useUnread();
  const shown = unread > MOST_SHOWN ? `${MOST_SHOWN}+` : String(unread);
  return (
    <NavLink
      to={MESSAGES}
      className={styles['messages'] ?? ''}
      aria-label={unread === 0 ? t('feature.messages') : t('nav.messagesUnread', { count: shown })}
    >
      <Icon name="bell" />
      {unread > 0 && (
        <span className={styles['unread']} aria-hidden="true">
          {shown}
        </span>
      )}
    </NavLink>
  );
}
