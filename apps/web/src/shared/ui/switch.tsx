import * as Parts from 'radix-ui/switch';
import { useId } from 'react';
import styles from './switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly isDisabled?: boolean;
}

/** Turns one thing on or off, at once. */
export function Switch({ label, isOn, onChange, isDisabled = false }: SwitchProps) {
  const id = useId();
  return (
    <div className={styles['line']}>
      <label htmlFor={id}>{label}</label>
      <Parts.Root
        id={id}
        className={styles['track']}
        checked={isOn}
        disabled={isDisabled}
        onCheckedChange={onChange}
      >
        <Parts.Thumb className={styles['thumb']} />
      </Parts.Root>
    </div>
  );
}
