import { shortAddress } from '@meridian/contract/custody/look-alike';
import { CopyButton } from './copy-button.tsx';
import styles from './trace.module.css';

/** An address or the hash of a transaction: its ends, and a way to copy all of it. */
export function Trace({ text, what }: { readonly text: string; readonly what: string }) {
  if (text === '') return null;
  return (
    <span className={styles['trace']}>
      <span title={text}>{shortAddress(text)}</span>
      <CopyButton value={text} what={what} />
    </span>
  );
}
