import type { Language } from '@meridian/contract/languages';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useConnection } from '../realtime/connection.ts';
import { useLanguage } from '../shared/i18n/language.ts';
import { useTranslate } from '../shared/i18n/translate.ts';
import { siteConfigQuery } from '../shared/site-api.ts';
import { changeDirection, isDirectionSettled, settleDirection, useLook } from '../shared/theme.ts';
import { Button } from '../shared/ui/button.tsx';
import styles from './notices.module.css';

/** Languages of regions where rises are customarily red. */
const RED_UP: ReadonlySet<Language> = new Set<Language>(['zh-CN', 'zh-TW', 'ja', 'ko']);
/** A shorter interruption shows only in the header's sign. */
const SAY_LOST_AFTER_MS = 5_000;

/**
 * Messages of the application that last longer than a toast. They are over the page, so nothing
 * moves.
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

/**
 * Asked once, in languages where rises are customarily red. The colours never change by themselves:
 * swapped colours are a hazard.
 */
function DirectionQuestion() {
  const t = useTranslate();
  const language = useLanguage();
  // A choice in the settings answers the question too.
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
