import type { MessageId } from '../../../shared/i18n/translate.ts';
import type { Deal } from '../api.ts';

/** Text and colour of a deal's state. */
export interface DealState {
  readonly tone: 'success' | 'neutral' | 'danger' | 'accent' | 'warn';
  readonly text: MessageId;
}

/** The state of a deal, which the wire has in parts. */
export function dealState({
  is_sure,
  is_disputed,
  is_marked,
  ruling,
}: Pick<Deal, 'is_sure' | 'is_disputed' | 'is_marked' | 'ruling'>): DealState {
  if (is_sure === 1) return { tone: 'success', text: 'acceptor.state.confirmed' };
  if (is_sure === 2)
    return {
      tone: 'neutral',
      text: ruling === 'return' ? 'acceptor.state.returned' : 'acceptor.state.rejected',
    };
  if (is_disputed === 1) return { tone: 'danger', text: 'acceptor.state.disputed' };
  return is_marked === 1
    ? { tone: 'accent', text: 'acceptor.state.marked' }
    : { tone: 'warn', text: 'acceptor.state.waiting' };
}
