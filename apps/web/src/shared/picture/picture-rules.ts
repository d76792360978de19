/** Largest accepted picture, in bytes. */
const PICTURE_BYTES = 4 * 1024 * 1024;
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
/** For the file dialog. */
export const PICTURE_ACCEPT = [...PICTURE_TYPES].join(',');

/**
 * The reason why a file cannot be uploaded as a picture; undefined if it can. The server checks the
 * content.
 */
export function pictureFault({
  type,
  size,
}: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  if (!PICTURE_TYPES.has(type)) return 'type';
  return size > PICTURE_BYTES ? 'size' : undefined;
}
