import styles from './progress-steps.module.css';

interface ProgressStepsProps {
  readonly label: string;
  readonly steps: readonly string[];
  /** Index of the current step; the number of steps when all are done. */
  readonly current: number;
}

/** Progress in a short procedure: placed, paid, released. */
export function ProgressSteps({ label, steps, current }: ProgressStepsProps) {
  return (
    <ol className={styles['steps']} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < current ? 'done' : index === current ? 'current' : 'ahead'}
          aria-current={index === current ? 'step' : undefined}
        >
          <span aria-hidden="true">{index < current ? '✓' : index + 1}</span>
          {step}
        </li>
      ))}
    </ol>
  );
}
