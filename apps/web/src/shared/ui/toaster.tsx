import { CloseButton } from './close-button.tsx';
import { dismissToast, holdToasts, useToasts, type Toast } from './toasts.ts';
import styles from './toaster.module.css';

const SIGNS = { success: '✓', error: '!', info: 'i' } as const;

/**
 * Shows toasts. One for the whole application. Both regions exist from the start, since only
 * changes inside a region are announced: failures at once, others when the screen reader is idle.
 */
export function Toaster() {
  const { toasts } = useToasts();
  return (
    <div
      className={styles['toaster']}
      onPointerEnter={() => holdToasts(true)}
      onPointerLeave={() => holdToasts(false)}
      onFocus={() => holdToasts(true)}
      onBlur={() => holdToasts(false)}
    >
      <div role="alert" aria-live="assertive">
        {toasts.filter(({ kind }) => kind === 'error').map(line)}
      </div>
      <div role="status" aria-live="polite">
        {toasts.filter(({ kind }) => kind !== 'error').map(line)}
      </div>
    </div>
  );
}

function line({ id, kind, text }: Toast) {
  return (
    <div key={id} className={styles['toast']} data-kind={kind}>
      <span className={styles['sign']} aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <p>{text}</p>
      <CloseButton onClick={() => dismissToast(id)} />
    </div>
  );
}
