import type { ReactNode } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './security-row.module.css';

interface SecurityRowProps {
  readonly title: string;
  readonly about: string;
  /** Whether it protects the account; undefined while loading. */
  readonly isSet: boolean | undefined;
  /** Its state, in a word or two. */
  readonly value?: string | undefined;
  readonly actions: ReactNode;
  /** Under it, over its whole width. */
  readonly children?: ReactNode;
}

/** One means of security: its purpose, state and actions. */
export function SecurityRow({ title, about, isSet, value, actions, children }: SecurityRowProps) {
  const t = useTranslate();
  return (
    <li className={styles['row']} data-set={isSet}>
      <span className={styles['mark']} aria-hidden="true">
        {isSet === true ? '✓' : isSet === false ? '!' : ''}
      </span>
      <div className={styles['words']}>
        <h3>{title}</h3>
        <p>{about}</p>
      </div>
      <div className={styles['state']}>
        <p className={styles['value']}>
          {isSet === undefined ? (
            <span className={styles['waiting']} aria-hidden="true" />
          ) : (
            (value ?? t(isSet ? 'security.isSet' : 'security.isNotSet'))
          )}
        </p>
        <div className={styles['actions']}>{actions}</div>
      </div>
      {children !== undefined && <div className={styles['more']}>{children}</div>}
    </li>
  );
}
