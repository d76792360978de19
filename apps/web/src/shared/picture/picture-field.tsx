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
  const { preview, share, failure, take, retry, remove } = usePicture(onChange, {
    ...(onSending === undefined ? {} : { onSending }),
    ...(onFailed === undefined ? {} : { onFailed }),
  });
  const isSending = share !== undefined;
  const shownError = failure ?? (error !== undefined && isSending ? t('picture.wait') : error);
  const dropping = useDrop(take);
  return (
    <div className={styles['field']}>
      <p id={`${id}-label`} className={styles['label']}>
        {label}
      </p>
      <label
        className={styles['zone']}
        data-invalid={shownError !== undefined || undefined}
        {...dropping}
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
        <ZoneContent label={label} example={example} preview={preview} share={share} />
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
        <Actions
          label={label}
          onRetry={failure === undefined ? undefined : retry}
          onReplace={() => input.current?.click()}
          onRemove={remove}
        />
      )}
    </div>
  );
}

/**
 * Dropping a file onto the zone: the zone's event handlers, and its mark while a file is over it.
 */
function useDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false);
  return {
    'data-over': isOver || undefined,
    onDragOver: (event: DragEvent): void => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (): void => setOver(false),
    onDrop: (event: DragEvent): void => {
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file !== undefined) onFile(file);
    },
  };
}

interface ZoneContentProps {
  readonly label: string;
  readonly example: ReactNode;
  readonly preview: string | undefined;
  /** Share of the picture that has been sent; undefined when no upload is running. */
  readonly share: number | undefined;
}

/** The picture and its upload; before that, an example and the accepted formats and size. */
function ZoneContent({ label, example, preview, share }: ZoneContentProps) {
  const t = useTranslate();
  return (
    <>
      {preview === undefined ? (
        <span className={styles['empty']}>
          {example}
          <span className={styles['choose']}>{t('picture.choose')}</span>
          <span className={styles['limits']}>{t('picture.limits')}</span>
        </span>
      ) : (
        <img src={preview} alt={t('picture.preview', { label })} />
      )}
      {share !== undefined && (
        <progress
          className={styles['progress']}
          value={share}
          max={1}
          aria-label={t('picture.sending', { label })}
        />
      )}
    </>
  );
}

interface ActionsProps {
  readonly label: string;
  /** Undefined where there is nothing to send again. */
  readonly onRetry: (() => void) | undefined;
  readonly onReplace: () => void;
  readonly onRemove: () => void;
}

function Actions({ label, onRetry, onReplace, onRemove }: ActionsProps) {
  const t = useTranslate();
  return (
    <div className={styles['actions']}>
      {onRetry !== undefined && (
        <Button isSmall onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
      <Button isSmall onClick={onReplace} aria-label={`${t('picture.replace')}: ${label}`}>
        {t('picture.replace')}
      </Button>
      <Button isSmall onClick={onRemove} aria-label={`${t('picture.remove')}: ${label}`}>
        {t('picture.remove')}
      </Button>
    </div>
  );
}
