import { MESSAGE_TOPICS, type MessageTopic } from '@meridian/contract/inbox/message-topics';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setUnread, useUnread } from '../../realtime/messages.ts';
import { useLanguage } from '../../shared/i18n/language.ts';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { LoadMore, useShownRows } from '../../shared/ui/load-more.tsx';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { showToast } from '../../shared/ui/toasts.ts';
import { messagesQuery, readMessages, type MessageFilter, type Read } from './api.ts';
import styles from './page.module.css';
import { MessageRow } from './ui/message-row.tsx';

const SHOWN = ['all', 'unread'] as const;

/** Messages of the exchange to the owner of the account, newest first. */
export function InboxPage() {
  const t = useTranslate();
  const [topic, setTopic] = useState<MessageTopic | ''>('');
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('all');
  const filter: MessageFilter = {
    ...(topic === '' ? {} : { topic }),
    ...(shown === 'unread' ? { isUnread: true as const } : {}),
  };
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('feature.messages')}</h1>
        <p>{t('inbox.zone')}</p>
      </div>
      <section className={styles['panel']} aria-label={t('feature.messages')}>
        <PanelBoundary>
          <div className={styles['filters']}>
            <SelectField
              label={t('inbox.topic')}
              value={topic}
              onChange={(event) => setTopic(event.target.value as MessageTopic | '')}
              options={[
                { value: '', label: t('inbox.topic.all') },
                ...MESSAGE_TOPICS.map((value) => ({ value, label: t(`inbox.topic.${value}`) })),
              ]}
            />
            <SelectField
              label={t('inbox.shown')}
              value={shown}
              onChange={(event) => setShown(event.target.value as (typeof SHOWN)[number])}
              options={SHOWN.map((value) => ({ value, label: t(`inbox.shown.${value}`) }))}
            />
          </div>
          <Messages key={JSON.stringify(filter)} filter={filter} />
        </PanelBoundary>
      </section>
    </div>
  );
}

function Messages({ filter }: { readonly filter: MessageFilter }) {
  const t = useTranslate();
  const read = useRead();
  const query = useInfiniteQuery(messagesQuery(filter, useLanguage()));
  const messages = query.data?.pages.flatMap(({ list }) => list);
  const { shown, hasMore, showMore } = useShownRows(messages ?? [], query);
  const unread = useUnread();
  if (messages === undefined)
    return query.error === null ? (
      <Skeleton rows={6} height={72} />
    ) : (
      <Failure message={query.error.message} onRetry={() => void query.refetch()} />
    );
  const [newest] = messages;
  if (newest === undefined) {
    return (
      <Empty
        action={
          <ButtonLink to="/noticeList" isSmall>
            {t('nav.notices')}
          </ButtonLink>
        }
      >
        {t('inbox.none')}
      </Empty>
    );
  }
  return (
    <>
      {unread > 0 && (
        <div className={styles['tools']}>
          {/* Only up to the newest listed message: a later one stays unread. */}
          <Button
            isSmall
            isBusy={read.isPending && 'upTo' in read.variables}
            onClick={() => read.mutate({ upTo: newest.id })}
          >
            {t('inbox.readAll')}
          </Button>
        </div>
      )}
      <ol className={styles['list']}>
        {shown.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            onRead={() => read.mutate({ id: message.id })}
          />
        ))}
      </ol>
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
    </>
  );
}

function useRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: Read) => readMessages(which),
    onSuccess: (unread) => setUnread(client, unread),
    onError: (error) => showToast('error', error.message),
  });
}
