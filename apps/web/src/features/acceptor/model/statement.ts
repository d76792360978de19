import type { ChosenPictures } from '../../../shared/picture/picture-links.ts';

/** A statement of one side in a dispute. */
export interface Statement {
  readonly id: number;
  readonly by: 'seller' | 'buyer';
  readonly isOwn: boolean;
  readonly text: string;
  /** Links to the own ones. */
  readonly pictures: readonly string[];
  readonly pictureCount: number;
  readonly createdAt: string;
}

export interface NewStatement {
  /** Number of the deal. */
  readonly deal: number;
  readonly text: string;
  readonly pictures: ChosenPictures;
}
