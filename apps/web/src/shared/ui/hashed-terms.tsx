import { Fragment, type ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './hashed-terms.module.css';

interface HashedText {
  readonly name: string;
  /** How the hash depends on the text. */
  readonly note: string;
  readonly text: string;
}

interface HashedTermsProps {
  /** Before the hash. */
  readonly label: string;
  readonly hash: string;
  readonly texts: readonly HashedText[];
  /** After the texts. */
  readonly children?: ReactNode;
}

/** The hash of terms, and the text that was hashed, which a reader can copy and hash again. */
export function HashedTerms({ label, hash, texts, children }: HashedTermsProps) {
  const t = useTranslate();
  return (
    <div className={styles['terms']}>
      <p>
        {label} <code>{hash}</code>
      </p>
      <details>
        <summary>{t('terms.text')}</summary>
        {texts.map(({ name, note, text }) => (
          <Fragment key={name}>
            <p>{note}</p>
            <div className={styles['text']}>
              <code>{text}</code>
              <CopyButton value={text} what={name} />
            </div>
          </Fragment>
        ))}
      </details>
      {children}
    </div>
  );
}
