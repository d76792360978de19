import styles from './form-failure.module.css';

/** Why a form was not taken, above its button. Nothing while `text` is undefined. */
export function FormFailure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={styles['failure']}>
      {text}
    </p>
  );
}
