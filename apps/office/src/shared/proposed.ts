/** The answer of a call whose change waits for another operator. */
export interface Proposed {
  readonly proposal: number;
}

/** Whether what a call answered is the number of a proposal: nothing has happened yet. */
export function isProposed(answer: unknown): answer is Proposed {
  return typeof answer === 'object' && answer !== null && 'proposal' in answer;
}
