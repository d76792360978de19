import type { Language } from '@meridian/contract/languages';

/** An article as written: in all languages, in plain text. */
export interface ArticleSource {
  /** Fixed, because the footer and other pages link to it. */
  readonly id: number;
  /** ISO 8601 with its zone. */
  readonly updated: string;
  /** Path of a picture below the web root; omitted without one. */
  readonly thumbnail?: string;
  readonly texts: Readonly<Record<Language, ArticleText>>;
}

export interface ArticleText {
  readonly title: string;
  readonly abstract: string;
  /**
   * Blocks: `# ` begins a heading, `- ` an item of a list, `1. ` a numbered one, `$ ` a command,
   * anything else is a paragraph.
   */
  readonly body: readonly string[];
}
