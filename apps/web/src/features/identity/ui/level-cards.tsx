import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import type { Level } from '../model/levels.ts';
import { REVIEW_STATUS } from '../model/review-status.ts';
import styles from './level-cards.module.css';

const LEVELS = [1, 2, 3] as const;
const TONES = ['neutral', 'warn', 'success', 'danger'] as const;

/**
 * The three levels: requirements, limit, progress.
 * @param levels undefined while loading
 */
export function LevelCards({ levels }: { readonly levels: readonly Level[] | undefined }) {
  const t = useTranslate();
  const language = useLanguage();
  const usdt = (amount: string): string => `${grouped(amount, language)} USDT`;
  return (
    <ol className={styles['levels']} aria-label={t('identity.levels')}>
      {LEVELS.map((number) => {
        const level = levels?.find((one) => one.level === number);
        return (
          <li
            key={number}
            data-current={level?.isCurrent || undefined}
            aria-current={level?.isCurrent || undefined}
          >
            <div className={styles['head']}>
              <h2>{t('identity.level', { level: number })}</h2>
              {level !== undefined &&
                (level.isCurrent ? (
                  <Badge tone="accent">{t('identity.yourLevel')}</Badge>
                ) : (
                  number > 1 &&
                  level.status !== REVIEW_STATUS.none && (
                    <Badge tone={TONES[level.status]}>{t(`identity.status.${level.status}`)}</Badge>
                  )
                ))}
            </div>
            <p>{t(`identity.levelAbout.${number}`)}</p>
            <p className={styles['limit']}>
              <span>{t('identity.dailyLimit')}</span>
              {level === undefined ? (
                <span className={styles['waiting']} aria-hidden="true" />
              ) : (
                <strong>{usdt(level.dailyLimit)}</strong>
              )}
            </p>
          </li>
        );
      })}
    </ol>
  );
}
