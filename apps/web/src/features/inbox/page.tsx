import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslate } from '../../shared/i18n/translate.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { LoadMore, useShownRows } from '../../shared/ui/load-more.tsx';
import { PanelBoundary } from '../../shared/ui/panel-boundary.tsx';
import { Empty, Failure, Skeleton } from '../../shared/ui/states.tsx';
import { messagesQuery } from './api.ts';
import styles from './page.module.css';
import { MessageRow } from './ui/message-row.tsx';

/** What the exchange has to tell the owner of the account, newest first. */
export function InboxPage() {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <div className={styles['head']}>
        <h1>{t('feature.messages')}</h1>
        <p>{t('inbox.zone')}</p>
      </div>
      <section className={styles['panel']} aria-label={t('feature.messages')}>
        <PanelBoundary>
          <Messages />
        </PanelBoundary>
      </section>
    </div>
  );
}

function Messages() {
  const t = useTranslate();
  const query = useInfiniteQuery(messagesQuery);
  const messages = query.data?.pages.flatMap(({ list }) => list);
  const { shown, hasMore, showMore } = useShownRows(messages ?? [], query);
  if (messages === undefined) return query.error === null ? <Skeleton rows={6} height={72} /> : <Failure message={query.error.message} onRetry={() => void query.refetch()} />;
  if (messages.length === 0) {
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
      <ol className={styles['list']}>
        {shown.map((message) => (
          <MessageRow key={message.id} message={message} />
        ))}
      </ol>
      {hasMore && <LoadMore isBusy={query.isFetchingNextPage} onClick={showMore} />}
    </>
  );
}
