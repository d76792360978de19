/**
 * One change of one file. The text must occur exactly once, in any layout, so that a bug that no
 * longer fits the code is noticed.
 */
export interface Edit {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface PlantedBug {
  readonly name: string;
  /**
   * The check that must find it, if that is proven too: an invariant that could not fail would
   * leave the bug to another check.
   */
  readonly seenBy?: RegExp;
  /** Fewer seeds than for all bugs, where more is promised. */
  readonly withinSeeds?: number;
  /**
   * The first of them, for a bug that shows itself seldom: a seed that found it, or one near.
   */
  readonly fromSeed?: number;
  readonly edits: readonly Edit[];
}
