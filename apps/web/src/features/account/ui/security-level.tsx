import { useId } from 'react';
import { useTranslate, type MessageId } from '../../../shared/i18n/translate.ts';
import type { SecurityState } from '../../../shared/step-up/security-state.ts';
import {
  hasSecondFactor,
  LEVEL_STEPS,
  levelName,
  PROTECTIONS,
  protectionsOf,
  securityLevel,
  type Protection,
} from '../model/security-level.ts';
import styles from './security-level.module.css';

const NAMES: Readonly<Record<Protection, MessageId>> = {
  totp: 'security.totp',
  passkey: 'security.passkeys',
  fundPassword: 'security.fundPassword',
  phone: 'auth.phone',
  email: 'auth.email',
  antiPhishing: 'security.antiPhishing',
};

interface SecurityLevelProps {
  /** Undefined while loading. */
  readonly security: SecurityState | undefined;
}

/**
 * The security level of the account: a bar of four steps, a word, and its protections. Recommends
 * the most important missing one.
 */
export function SecurityLevel({ security }: SecurityLevelProps) {
  const t = useTranslate();
  const id = useId();
  const level = security === undefined ? 0 : securityLevel(security);
  const word = security === undefined ? '' : t(`securityLevel.${levelName(level)}`);
  const isSet = security && protectionsOf(security);
  return (
    <div className={styles['level']} data-level={security && levelName(level)}>
      <p className={styles['line']}>
        <span id={id}>{t('account.securityLevel')}</span>
        <strong>{word}</strong>
      </p>
      <div
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={level}
        aria-valuetext={`${word} (${level})`}
        className={styles['bar']}
      >
        {LEVEL_STEPS.map((step) => (
          <span key={step} data-reached={level >= step || undefined} />
        ))}
      </div>
      <ul className={styles['parts']}>
        {PROTECTIONS.map((name) => (
          <li key={name} data-done={isSet?.[name] || undefined}>
            <span aria-hidden="true">{isSet?.[name] === true ? '✓' : '○'}</span>
            {t(NAMES[name])}
            <span className="visually-hidden">
              {t(isSet?.[name] === true ? 'account.done' : 'account.missing')}
            </span>
          </li>
        ))}
      </ul>
      {security !== undefined && !hasSecondFactor(security) && (
        <p className={styles['advice']}>{t('account.secondFactorFirst')}</p>
      )}
    </div>
  );
}
