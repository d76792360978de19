/**
 * Takes the events of the running command. One list for all areas, so that events are in the order
 * in which they happened; each area sees it with its own types of events.
 */
export interface EventSink<E> {
  readonly list: { push(event: E): number };
}
