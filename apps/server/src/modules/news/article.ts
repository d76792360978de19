import type { Language } from '@meridian/contract/languages';

/** An article in one language. */
export interface Article {
  /** The same in all languages. */
  readonly id: number;
  readonly c_id: number;
  readonly language: Language;
  readonly title: string;
  readonly abstract: string;
  /** HTML. */
  readonly content: string;
  /** Path of a picture, '' without one. */
  readonly thumbnail: string;
  /** ISO 8601 with its zone: `2026-01-05T08:00:00Z`. */
  readonly update_time: string;
}

/** Tables of migrations/011-content.sql and 017-article-pictures.sql. */
export interface NewsTables {
  article_pictures: { id: string; content: Buffer; added_by: bigint; created_at: Date };
  articles: {
    id: number;
    language: Language;
    c_id: number;
    title: string;
    abstract: string;
    content: string;
    thumbnail: string;
    updated_at: Date;
  };
}
