import * as Slider from 'radix-ui/slider';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import styles from './percent-slider.module.css';

/** Shares of the five buttons. */
const STEPS = [0, 25, 50, 75, 100] as const;

/**
 * Where the slider stands for an amount that was typed: whole percent, 0 to 100. For the picture
 * alone, so floating point will do.
 */
export function sharePercent(amount: string, all: string): number {
  const share = Math.round((100 * Number(amount)) / Number(all));
  return Number.isFinite(share) ? Math.min(100, Math.max(0, share)) : 0;
}

interface PercentSliderProps {
  readonly label: string;
  /** 0 to 100. */
  readonly value: number;
  readonly onChange: (percent: number) => void;
  /** Step of the slider. The buttons always take quarters. */
  readonly step?: number;
  readonly isDisabled?: boolean;
  readonly look?: 'accent' | 'up' | 'down';
  /** Whether the keys 1 to 4 take a quarter to all, as the buttons do. */
  readonly hasKeys?: boolean;
}

/**
 * A share of an amount: by slider, arrow keys, or five buttons. Placed below the number field that
 * shows the result.
 */
export function PercentSlider({
  label,
  value,
  onChange,
  step = 25,
  isDisabled = false,
  look = 'accent',
  hasKeys = false,
}: PercentSliderProps) {
  return (
    <div
      className={styles['slider']}
      data-look={look}
      data-disabled={isDisabled || undefined}
      role="group"
      aria-label={label}
    >
      {hasKeys && !isDisabled && <QuarterKeys onChange={onChange} />}
      <Slider.Root
        className={styles['root']}
        min={0}
        max={100}
        step={step}
        value={[value]}
        disabled={isDisabled}
        onValueChange={([percent = 0]) => onChange(percent)}
      >
        <Slider.Track className={styles['track']}>
          <Slider.Range className={styles['range']} />
        </Slider.Track>
        <Slider.Thumb className={styles['thumb']} aria-label={label} aria-valuetext={`${value}%`} />
      </Slider.Root>
      <div className={styles['steps']}>
        {STEPS.map((one) => (
          <button
            key={one}
            type="button"
            disabled={isDisabled}
            aria-pressed={value === one}
            onClick={() => onChange(one)}
          >
            {one}%
          </button>
        ))}
      </div>
    </div>
  );
}

function QuarterKeys({ onChange }: Pick<PercentSliderProps, 'onChange'>) {
  useShortcut('1', () => onChange(25));
  useShortcut('2', () => onChange(50));
  useShortcut('3', () => onChange(75));
  useShortcut('4', () => onChange(100));
  return null;
}
