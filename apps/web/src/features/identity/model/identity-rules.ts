/** The accepted kinds of documents, by their names in the call. */
export const DOCUMENT_TYPES = ['id_card', 'passport', 'driving_licence', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** A name of 2 to 80 characters without digits, as the document has it. */
export function isName(text: string): boolean {
  return /^[^\p{Nd}<>]{2,80}$/u.test(text.trim());
}

/** The number of a document: letters, digits and dashes, no Chinese characters. */
export function isDocumentNumber(text: string): boolean {
  return /^[A-Za-z0-9-]{4,40}$/.test(text.trim());
}
