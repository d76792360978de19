import type { Language } from '@meridian/contract/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConnection } from '../realtime/connection.ts';
import { useLanguage } from '../shared/i18n/language.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { siteConfigQuery } from '../shared/site-config.ts';
import { changeDirection, isDirectionSettled, settleDirection, useLook } from '../shared/theme.ts';
import { Button } from '../shared/ui/button.tsx';
import styles from './notices.module.css';

/** Where rises are customarily red. */
const RED_UP: ReadonlySet<Language> = new Set<Language>(['zh-CN', 'zh-TW', 'ja', 'ko']);
/** A connection that is back sooner needs no words: the sign in the header has said it. */
const SAY_LOST_AFTER_MS = 5_000;

/**
 * What the application has to say for longer than a toast. It lies over the page, so nothing moves.
 */
export function Notices() {
  return (
    <div className={styles['notices']}>
      <LostConnection />
      <CancelsOnly />
      <DirectionQuestion />
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
 * That only cancels are taken is decided when the server starts: a connection that comes back asks
 * anew.
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
      {data?.trading === 'cancel_only' && (
        <p className={styles['notice']}>{t('error.cancelOnly')}</p>
      )}
    </div>
  );
}

/**
 * Asked once, where rises are customarily red. Nothing changes by itself: a screen whose colours
 * swap is a hazard.
 */
function DirectionQuestion() {
  const t = useTranslate();
  const language = useLanguage();
  // Choosing in the settings answers it too.
  useLook((look) => look.direction);
  const [isAnswered, setAnswered] = useState(isDirectionSettled);
  if (isAnswered || isDirectionSettled() || !RED_UP.has(language)) return undefined;
  const answer = (isRed: boolean): void => {
    if (isRed) changeDirection('red-up');
    settleDirection();
    setAnswered(true);
  };
  return (
    <section aria-label={t('look.direction')} className={styles['notice']}>
      <p>{t('look.ask')}</p>
      <div className={styles['answers']}>
        <Button isSmall look="accent" onClick={() => answer(true)}>
          {t('look.yes')}
        </Button>
        <Button isSmall onClick={() => answer(false)}>
          {t('look.no')}
        </Button>
      </div>
    </section>
  );
}
