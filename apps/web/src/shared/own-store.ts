import { create } from 'zustand';
import { whenForgotten } from './session.ts';

/**
 * A store of what one person chose or typed in this browser. It begins as `read` says, and again
 * when all that the browser stores was deleted: the next person finds nothing of the one before.
 */
export function createOwnStore<State extends object>(read: () => State) {
  const useStore = create<State>(read);
  whenForgotten(() => useStore.setState(read(), true));
  return useStore;
}
