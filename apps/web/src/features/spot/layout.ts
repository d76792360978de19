import { createOwnStore } from '../../shared/own-store.ts';
import { readStored, writeStored } from '../../shared/stored.ts';
import { readLayout, type TerminalLayout } from './model/layout.ts';

/** How this browser's terminal is laid out. */
export const useLayout = createOwnStore<TerminalLayout>(stored);

function stored(): TerminalLayout {
  return readLayout(readStored('terminalLayout'));
}

/** Changes the layout and keeps it for the next visit. */
export function changeLayout(change: (layout: TerminalLayout) => TerminalLayout): void {
  const next = change(useLayout.getState());
  writeStored('terminalLayout', JSON.stringify(next));
  useLayout.setState(next);
}
