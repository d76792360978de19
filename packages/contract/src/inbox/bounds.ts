/** Messages on a page of the inbox. */
export const MESSAGES_PER_PAGE = 20;
