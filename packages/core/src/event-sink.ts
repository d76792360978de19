/**
 * Takes the events of the running command. One holder for all areas, so that their order is the
 * order in which things happened; each area is given it for its own events.
 */
export interface EventSink<E> {
  readonly list: { push(event: E): number };
}
