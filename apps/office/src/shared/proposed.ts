/** The answer of a call whose change waits for another operator. */
export interface Proposed {
  readonly proposal: number;
}

/** Whether the answer is the number of a proposal: nothing has changed yet. */
export function isProposed(answer: unknown): answer is Proposed {
  return typeof answer === 'object' && answer !== null && 'proposal' in answer;
}
