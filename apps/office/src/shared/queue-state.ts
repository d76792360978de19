/** A state of something that waits for operators: its word and the colour of its chip. */
export interface QueueState {
  readonly label: string;
  readonly color: 'default' | 'info' | 'warning' | 'success' | 'error';
}

/** The states of a queue as tabs of its list. */
export function tabsOf(
  states: Readonly<Record<string, QueueState>>,
): { value: string; label: string }[] {
  return Object.entries(states).map(([value, { label }]) => ({ value, label }));
}
