/** The kinds of document that can be shown, as the call names them. */
export const DOCUMENT_TYPES = ['id_card', 'passport', 'driving_licence', 'other'] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Size in bytes of a picture that is taken. */
const PICTURE_BYTES = 4 * 1024 * 1024;
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
/** For the file dialog. */
export const PICTURE_ACCEPT = [...PICTURE_TYPES].join(',');

/** A name of 2 to 80 characters without digits, as the document has it. */
export function isName(text: string): boolean {
  return /^[^\p{Nd}<>]{2,80}$/u.test(text.trim());
}

/** The number of a document: letters, digits and dashes, no Chinese characters. */
export function isDocumentNumber(text: string): boolean {
  return /^[A-Za-z0-9-]{4,40}$/.test(text.trim());
}

/** Why a file cannot be sent as a picture; undefined where it can. The server looks inside. */
export function pictureFault({ type, size }: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  if (!PICTURE_TYPES.has(type)) return 'type';
  return size > PICTURE_BYTES ? 'size' : undefined;
}
