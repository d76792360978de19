/** The lists of messages on this page, by their deals. */
const lists = new Map<number, HTMLElement>();

/**
 * Notes the list in which a deal's messages are shown. Returns a function that forgets the list.
 */
export function noteChat(deal: number, list: HTMLElement): () => void {
  lists.set(deal, list);
  return () => {
    if (lists.get(deal) === list) lists.delete(deal);
  };
}

/** Whether the messages of a deal are in view: not folded away, nor scrolled out of the window. */
export function isChatInView(deal: number): boolean {
  const list = lists.get(deal);
  if (list === undefined || list.offsetParent === null) return false;
  const { top, bottom } = list.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}
