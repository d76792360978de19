import styles from './not-open.module.css';

/** Where coins cannot come in or go out at present. */
export function NotOpen({ text }: { readonly text: string }) {
  return (
    <p className={styles['closed']} role="status">
      {text}
    </p>
  );
}
