import { useId, type ReactNode, type Ref } from 'react';
import { PanelBoundary } from './panel-boundary.tsx';
import styles from './panel.module.css';

interface PanelProps {
  readonly title: string;
  /** Beside the title. */
  readonly tools?: ReactNode;
  readonly area?: string;
  readonly ref?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/**
 * A titled block of a terminal. An error in it leaves the others intact. `area` is its place in the
 * page's grid.
 */
export function Panel({ title, tools, area, ref, children }: PanelProps) {
  const id = useId();
  return (
    <section
      ref={ref}
      className={styles['panel']}
      aria-labelledby={id}
      data-area={area}
      style={area === undefined ? undefined : { gridArea: area }}
    >
      <div className={styles['head']}>
        <h2 id={id} className={styles['title']}>
          {title}
        </h2>
        {tools}
      </div>
      <PanelBoundary>{children}</PanelBoundary>
    </section>
  );
}
