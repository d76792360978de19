import { percentDirection } from '../figures.ts';
import { HEIGHT, WIDTH, type Course } from './course.ts';
import styles from './course-line.module.css';

/** A sparkline that fills its place, in the colour of its direction. */
export function CourseLine({ course, label }: { readonly course: Course; readonly label: string }) {
  return (
    <svg
      className={styles['line']}
      data-direction={percentDirection(course.change)}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={course.path} />
    </svg>
  );
}
