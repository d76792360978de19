import type { Position } from '../model/position.ts';

/** The open question about a position or an order. */
export interface Asked {
  readonly about: 'close' | 'reverse' | 'margin' | 'stops' | 'cancel';
  readonly position: Position;
}
