import type { ButtonHTMLAttributes } from 'react';
import styles from './button.module.css';

type Look = 'accent' | 'up' | 'down' | 'danger' | 'quiet' | 'text';

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  readonly look?: Look;
  readonly isBusy?: boolean;
  readonly isWide?: boolean;
  readonly isSmall?: boolean;
}

/** A button. While it is busy it keeps its width and does nothing. */
export function Button({
  look = 'quiet',
  isBusy = false,
  isWide = false,
  isSmall = false,
  type = 'button',
  disabled = false,
  children,
  ...rest
}: ButtonProps) {
  const className = [
    styles['button'],
    styles[look],
    isWide && styles['wide'],
    isSmall && styles['small'],
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <button
      {...rest}
      type={type}
      className={className}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {children}
    </button>
  );
}
