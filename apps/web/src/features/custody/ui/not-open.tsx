import styles from './not-open.module.css';

/** The note in place of deposits or withdrawals that are closed at present. */
export function NotOpen({ text }: { readonly text: string }) {
  return (
    <p className={styles['closed']} role="status">
      {text}
    </p>
  );
}
