import { useId, useRef, useState, type DragEvent, type ReactNode, type Ref } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Button } from '../ui/button.tsx';
import { PICTURE_ACCEPT } from './picture-rules.ts';
import styles from './picture-field.module.css';
import { usePicture } from './use-picture.ts';

interface PictureFieldProps {
  /** The file input, for the form to focus. */
  readonly ref?: Ref<HTMLInputElement>;
  readonly label: string;
  readonly hint: string;
  /** A drawing of the required picture. */
  readonly example?: ReactNode;
  /** Called with the link to the picture; '' without one. */
  readonly onChange: (link: string) => void;
  /** Called when an upload begins, and when one has failed. */
  readonly onSending?: () => void;
  readonly onFailed?: () => void;
  readonly error?: string | undefined;
}

/**
 * A field to choose or drop a picture. Uploads it at once; it can be replaced and removed until the
 * form is submitted.
 */
export function PictureField({
  ref,
  label,
  hint,
  example,
  onChange,
  onSending,
  onFailed,
  error,
}: PictureFieldProps) {
  const t = useTranslate();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { preview, share, failure, take, retry, remove } = usePicture(onChange, {
    ...(onSending === undefined ? {} : { onSending }),
    ...(onFailed === undefined ? {} : { onFailed }),
  });
  const isSending = share !== undefined;
  const shownError = failure ?? (error !== undefined && isSending ? t('picture.wait') : error);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) take(file);
  };
  return (
    <div className={styles['field']}>
      <p id={`${id}-label`} className={styles['label']}>
        {label}
      </p>
      <label
        className={styles['zone']}
        data-over={isOver || undefined}
        data-invalid={shownError !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <input
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') ref(element);
          }}
          type="file"
          className="visually-hidden"
          accept={PICTURE_ACCEPT}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-hint${shownError === undefined ? '' : ` ${id}-error`}`}
          aria-invalid={shownError !== undefined}
          onChange={({ target }) => {
            const file = target.files?.[0];
            // Without a reset, choosing the same file again fires no event.
            target.value = '';
            if (file !== undefined) take(file);
          }}
        />
        {preview === undefined ? (
          <span className={styles['empty']}>
            {example}
            <span className={styles['choose']}>{t('picture.choose')}</span>
            <span className={styles['limits']}>{t('picture.limits')}</span>
          </span>
        ) : (
          <img src={preview} alt={t('picture.preview', { label })} />
        )}
        {isSending && (
          <progress
            className={styles['progress']}
            value={share}
            max={1}
            aria-label={t('picture.sending', { label })}
          />
        )}
      </label>
      <p id={`${id}-hint`} className={styles['hint']}>
        {hint}
      </p>
      {shownError !== undefined && (
        <p id={`${id}-error`} role="alert" className={styles['error']}>
          {shownError}
        </p>
      )}
      {preview !== undefined && (
        <div className={styles['actions']}>
          {failure !== undefined && retry !== undefined && (
            <Button isSmall onClick={retry}>
              {t('action.retry')}
            </Button>
          )}
          <Button
            isSmall
            onClick={() => input.current?.click()}
            aria-label={`${t('picture.replace')}: ${label}`}
          >
            {t('picture.replace')}
          </Button>
          <Button isSmall onClick={remove} aria-label={`${t('picture.remove')}: ${label}`}>
            {t('picture.remove')}
          </Button>
        </div>
      )}
    </div>
  );
}
