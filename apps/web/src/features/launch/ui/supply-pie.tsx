import styles from './launch.module.css';

/** Circumference 100, so that a dash is a percent. */
const RADIUS = 100 / (2 * Math.PI);

/** What of a plan is issued, as a part of a circle. @param percent 0 to 100 */
export function SupplyPie({
  percent,
  label,
}: {
  readonly percent: string;
  readonly label: string;
}) {
  return (
    <svg className={styles['pie']} viewBox="0 0 40 40" role="img" aria-label={label}>
      <circle className={styles['rest']} cx="20" cy="20" r={RADIUS} />
      <circle
        className={styles['issued']}
        cx="20"
        cy="20"
        r={RADIUS}
        strokeDasharray={`${percent} 100`}
        transform="rotate(-90 20 20)"
      />
      <text x="20" y="20" className={styles['percent']}>
        {`${percent}%`}
      </text>
    </svg>
  );
}
