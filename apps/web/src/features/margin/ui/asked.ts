import type { Position } from '../model/position.ts';

/** Which question about a position or an order is open. */
export interface Asked {
  readonly about: 'close' | 'reverse' | 'margin' | 'stops' | 'cancel';
  readonly position: Position;
}
