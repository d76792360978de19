import type { Language } from '@meridian/contract/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useConnection } from '../realtime/connection.ts';
import { useLanguage } from '../shared/i18n/language.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { siteConfigQuery } from '../shared/site-api.ts';
import { isDirectionSettled } from '../shared/theme.ts';
import styles from './notices.module.css';

const DirectionQuestion = lazy(async () => ({
  default: (await import('./direction-question.tsx')).DirectionQuestion,
}));

/** Languages of regions where rises are customarily red. */
const RED_UP: ReadonlySet<Language> = new Set<Language>(['zh-CN', 'zh-TW', 'ja', 'ko']);
/** A shorter interruption shows only in the header's sign. */
const SAY_LOST_AFTER_MS = 5_000;

/**
 * Messages of the application that last longer than a toast. They are over the page, so nothing
 * moves.
 */
export function Notices() {
  const language = useLanguage();
  return (
    <div className={styles['notices']}>
      <LostConnection />
      <CancelsOnly />
      {RED_UP.has(language) && !isDirectionSettled() && (
        <Suspense>
          <DirectionQuestion />
        </Suspense>
      )}
    </div>
  );
}

function LostConnection() {
  const t = useTranslate();
  const status = useConnection((connection) => connection.status);
  const [isLongLost, setLongLost] = useState(false);
  const isLost = status === 'connecting' || status === 'offline';
  useEffect(() => {
    setLongLost(false);
    if (!isLost) return undefined;
    const timer = setTimeout(() => setLongLost(true), SAY_LOST_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isLost]);
  const text =
    status === 'offline'
      ? t('error.offline')
      : isLost && isLongLost
        ? t('error.reconnecting')
        : undefined;
  return (
    <div role="status">{text !== undefined && <p className={styles['notice']}>{text}</p>}</div>
  );
}

/**
 * The server decides at its start that it accepts only cancels, so each reconnection asks again.
 */
function CancelsOnly() {
  const t = useTranslate();
  const client = useQueryClient();
  const isLive = useConnection(({ status }) => status === 'live');
  const { data } = useQuery({ ...siteConfigQuery, enabled: isLive });
  useEffect(() => {
    if (!isLive) return undefined;
    return () =>
      void client.invalidateQueries({ queryKey: siteConfigQuery.queryKey, refetchType: 'none' });
  }, [client, isLive]);
  return (
    <div role="status">
      {data?.isCancelOnly === true && <p className={styles['notice']}>{t('error.cancelOnly')}</p>}
    </div>
  );
}
