import type { UserId } from '@meridian/core/ids';

/** What an area asks of pictures that people upload. */
export interface OwnPictures {
  /** The ids of the user's own pictures that the links lead to. Refuses those that are not. */
  ownIds(user: UserId, links: Readonly<Record<string, string>>): Promise<string[]>;
  /** A link that opens a picture for ten minutes. */
  linkTo(id: string): string;
}
