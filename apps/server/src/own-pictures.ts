import type { UserId } from '@meridian/core/ids';

/** The pictures that people upload, as areas use them. */
export interface OwnPictures {
  /** The ids of the user's own pictures that the links lead to. Refuses those that are not. */
  ownIds(user: UserId, links: Readonly<Record<string, string>>): Promise<string[]>;
  /**
   * A link that opens a picture for ten minutes, to the session that asked for it. @param session
   * id of a customer's or an operator's session
   */
  linkTo(id: string, session: string): string;
  /** The bytes of a picture, undefined where it is not there. The caller has checked the access. */
  contentOf(id: string): Promise<Buffer | undefined>;
}

/** A signed link to a picture, as somebody opens it. */
export interface SignedLink {
  readonly id: string;
  readonly expires: string;
  readonly signature: string;
  /** Id of the session that opens it: a customer's, or an operator's. */
  readonly session: string;
}
