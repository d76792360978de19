import { Component, type ReactNode } from 'react';
import { useTranslate } from '../i18n/translate.ts';
import { Failure } from './states.tsx';

interface BoundaryState {
  readonly isBroken: boolean;
}

/** Contains an error of a panel: the rest of the page stays, and the panel offers a retry. */
export class PanelBoundary extends Component<{ readonly children: ReactNode }, BoundaryState> {
  override readonly state: BoundaryState = { isBroken: false };

  static getDerivedStateFromError(): BoundaryState {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? (
      <BrokenPanel onRetry={() => this.setState({ isBroken: false })} />
    ) : (
      this.props.children
    );
  }
}

function BrokenPanel({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslate();
  return <Failure message={t('error.panel')} onRetry={onRetry} />;
}
