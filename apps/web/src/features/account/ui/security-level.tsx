import type { SecurityState } from '@meridian/contract/security';
import { useId } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { LEVEL_STEPS, levelName } from '../model/security-level.ts';
import styles from './security-level.module.css';

interface SecurityLevelProps {
  /** Undefined while it is on its way. */
  readonly security: SecurityState | undefined;
  readonly isVerified: boolean;
}

/** How far the account is secured: a bar of four steps, its word, and what each step stands for. */
export function SecurityLevel({ security, isVerified }: SecurityLevelProps) {
  const t = useTranslate();
  const id = useId();
  const level = security?.level ?? 0;
  const word = security === undefined ? '' : t(`securityLevel.${levelName(level)}`);
  const parts = [
    { name: t('auth.phone'), isDone: security !== undefined && security.phone !== '' },
    { name: t('auth.email'), isDone: security !== undefined && security.email !== '' },
    { name: t('feature.identity'), isDone: isVerified },
  ];
  return (
    <div className={styles['level']} data-level={security && levelName(level)}>
      <p className={styles['line']}>
        <span id={id}>{t('account.securityLevel')}</span>
        <strong>{word}</strong>
      </p>
      <div role="meter" aria-labelledby={id} aria-valuemin={0} aria-valuemax={100} aria-valuenow={level} aria-valuetext={`${word} (${level})`} className={styles['bar']}>
        {LEVEL_STEPS.map((step) => (
          <span key={step} data-reached={level >= step || undefined} />
        ))}
      </div>
      <ul className={styles['parts']}>
        {parts.map(({ name, isDone }) => (
          <li key={name} data-done={isDone || undefined}>
            <span aria-hidden="true">{isDone ? '✓' : '○'}</span>
            {name}
            <span className="visually-hidden">{t(isDone ? 'account.done' : 'account.missing')}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
