import { useQuery } from '@tanstack/react-query';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { securityStateQuery } from '../../../shared/step-up/security-api.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Failure, Skeleton } from '../../../shared/ui/states.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { settingsQuery } from '../api.ts';
import styles from './mail-choice-card.module.css';
import { useSaveSetting } from './use-save-setting.ts';

/**
 * Which messages also go out by mail, or by text message where no address is bound. The inbox has
 * all of them.
 */
export function MailChoiceCard() {
  const t = useTranslate();
  const { data, error, refetch } = useQuery(settingsQuery);
  const byText = useQuery(securityStateQuery).data?.email === '';
  const save = useSaveSetting();
  return (
    <Card
      title={t(byText ? 'inbox.texts' : 'inbox.mails')}
      about={t(byText ? 'inbox.textsAbout' : 'inbox.mailsAbout')}
    >
      {data === undefined ? (
        error === null ? (
          <Skeleton rows={4} height={40} />
        ) : (
          <Failure message={error.message} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className={styles['topics']}>
          {data.map(({ topic, isMailed, isFixed }) => (
            <li key={topic}>
              <Switch
                label={
                  isFixed
                    ? t('inbox.alwaysMailed', { topic: t(`inbox.topic.${topic}`) })
                    : t(`inbox.topic.${topic}`)
                }
                isOn={isMailed}
                isDisabled={isFixed || save.isPending}
                onChange={(isOn) => save.mutate({ topic, isMailed: isOn })}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
