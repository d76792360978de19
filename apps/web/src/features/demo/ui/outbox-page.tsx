import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { dateAndTime } from '../../../shared/figures.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Empty, Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { outboxQuery } from '../api.ts';
import styles from './outbox-page.module.css';

/** Mails and text messages that a demo sends nowhere. */
export function OutboxPage() {
  const t = useTranslate();
  const [query, setQuery] = useSearchParams();
  const to = query.get('to') ?? '';
  const { data, error, refetch } = useQuery(outboxQuery(to.trim()));
  return (
    <div className={styles['page']}>
      <h1>{t('demo.outbox')}</h1>
      <p>{t('demo.outboxAbout')}</p>
      <TextField
        label={t('demo.receiver')}
        type="search"
        value={to}
        onChange={(event) =>
          setQuery(event.target.value === '' ? {} : { to: event.target.value }, { replace: true })
        }
      />
      {data === undefined && error === null && <Skeleton rows={4} height={64} />}
      {data === undefined && error !== null && (
        <Failure message={error.message} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <Empty>{t('demo.noMessages')}</Empty>}
      <ol>
        {data?.map((message) => (
          <li key={message.id}>
            <div>
              <strong>{message.subject}</strong>
              <time dateTime={message.createdAt}>{dateAndTime(Date.parse(message.createdAt))}</time>
            </div>
            <span>{message.to}</span>
            <p>{message.text}</p>
            {message.code !== '' && <code>{message.code}</code>}
          </li>
        ))}
      </ol>
    </div>
  );
}
