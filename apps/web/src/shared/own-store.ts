import { create } from 'zustand';
import { whenForgotten } from './session.ts';

/**
 * A store of one person's choices and typed values in this browser. It begins with the state that
 * `read` returns, and does so again when all data of the browser was deleted: the next person finds
 * nothing of the one before.
 */
export function createOwnStore<State extends object>(read: () => State) {
  const useStore = create<State>(read);
  whenForgotten(() => useStore.setState(read(), true));
  return useStore;
}
