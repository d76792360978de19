import type { Ref } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly field: Ref<HTMLInputElement>;
}

/** Searches markets. Escape empties it; the key that leads to it stands in it. */
export function SearchField({ value, onChange, field }: SearchFieldProps) {
  const t = useTranslate();
  return (
    <div className={styles['search']}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10Zm3.6-1.4L14 14" />
      </svg>
      <input
        ref={field}
        type="search"
        placeholder={t('market.search')}
        aria-label={t('market.search')}
        autoComplete="off"
        spellCheck={false}
        maxLength={32}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return;
          event.preventDefault();
          event.stopPropagation();
          onChange('');
        }}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}
