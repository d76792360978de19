/** An article of the news, without its content. */
export interface Article {
  readonly id: number;
  /** Number of its category. */
  readonly category: number;
  readonly title: string;
  readonly abstract: string;
  /** Path of a picture; '' where it has none. */
  readonly thumbnail: string;
  /** On the clock of the exchange. */
  readonly updatedAt: string;
}
