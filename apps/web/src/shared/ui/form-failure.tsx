import styles from './form-failure.module.css';

/** The reason why a form was refused, above its button. Nothing while `text` is undefined. */
export function FormFailure({ text }: { readonly text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p role="alert" className={styles['failure']}>
      {text}
    </p>
  );
}
