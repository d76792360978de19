import type { Position } from '../model/position.ts';
import type { StopInputs } from '../model/stops-form.ts';

/** The open question about a position or an order. */
export interface Asked {
  readonly about: 'close' | 'reverse' | 'margin' | 'stops' | 'cancel';
  readonly position: Position;
  /** Stops that the dialog begins with in place of those that are set. */
  readonly stops?: Partial<StopInputs>;
}
