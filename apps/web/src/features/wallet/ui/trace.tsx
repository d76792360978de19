import { CopyButton } from '../../../shared/ui/copy-button.tsx';
import styles from './trace.module.css';

const SHOWN_WHOLE = 16;
const SHOWN_ENDS = 6;

/** An address or the hash of a transaction: its ends, and a way to copy all of it. */
export function Trace({ text, what }: { readonly text: string; readonly what: string }) {
  if (text === '') return null;
  const isShort = text.length <= SHOWN_WHOLE;
  return (
    <span className={styles['trace']}>
      <span title={text}>{isShort ? text : `${text.slice(0, SHOWN_ENDS)}…${text.slice(-SHOWN_ENDS)}`}</span>
      <CopyButton value={text} what={what} />
    </span>
  );
}
