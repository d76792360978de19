import type { NaiveCustody } from '../naive-custody.ts';
import type { NaiveMargin } from '../naive-margin.ts';
import type { NaiveSeconds } from '../naive-seconds.ts';

/** The areas beside the spot market, with the operations that every version of the rules has. */
export interface Areas {
  readonly custody: Pick<NaiveCustody, 'apply' | 'isMalformed'>;
  readonly margin: Pick<
    NaiveMargin,
    'apply' | 'isMalformed' | 'mayLeave' | 'onClock' | 'onPrices' | 'takeLog'
  >;
  readonly seconds: Pick<NaiveSeconds, 'apply' | 'isMalformed' | 'pass' | 'tick' | 'couldWin'>;
}
