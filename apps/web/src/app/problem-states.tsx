import { Component, type ReactNode } from 'react';
import { useTranslate } from '../shared/i18n/translate.ts';
import { Failure, Skeleton } from '../shared/ui/states.tsx';
import { FetchFailure } from './fetch-fresh.ts';
import styles from './problem-states.module.css';

interface BoundaryProps {
  /** The page's address: a change of address clears the error. */
  readonly at: string;
  readonly children: ReactNode;
}

interface BoundaryState {
  readonly at: string;
  readonly error: unknown;
}

/** Contains an error of the page, or of its fetch: the frame stays. */
export class PageBoundary extends Component<BoundaryProps, BoundaryState> {
  override readonly state: BoundaryState = { at: this.props.at, error: undefined };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(
    { at }: BoundaryProps,
    state: BoundaryState,
  ): BoundaryState | null {
    return at === state.at ? null : { at, error: undefined };
  }

  override render(): ReactNode {
    return this.state.error === undefined ? (
      this.props.children
    ) : (
      <PageFailure error={this.state.error} />
    );
  }
}

function PageFailure({ error }: { readonly error: unknown }) {
  const t = useTranslate();
  return (
    <div className={styles['page']}>
      <Failure
        message={t(error instanceof FetchFailure ? 'error.chunk' : 'error.page')}
        onRetry={() => location.reload()}
      />
    </div>
  );
}

/** Shown in place of the first page while it is fetched. */
export function PageSkeleton() {
  return (
    <div className={styles['page']}>
      <Skeleton rows={8} height={32} />
    </div>
  );
}
