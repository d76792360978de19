import { fillOf, initialOf } from './avatar-look.ts';
import styles from './avatar.module.css';

/** A person's avatar: the initial, in a colour derived from the name. */
export function Avatar({ name, size = 32 }: { readonly name: string; readonly size?: number }) {
  return (
    <span
      className={styles['avatar']}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.45,
        background: `var(--${fillOf(name)})`,
      }}
      aria-hidden="true"
    >
      {initialOf(name)}
    </span>
  );
}
