/** Size in bytes of a picture that is taken. */
const PICTURE_BYTES = 4 * 1024 * 1024;
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);
/** For the file dialog. */
export const PICTURE_ACCEPT = [...PICTURE_TYPES].join(',');

/** Why a file cannot be sent as a picture; undefined where it can. The server looks inside. */
export function pictureFault({
  type,
  size,
}: Pick<File, 'type' | 'size'>): 'type' | 'size' | undefined {
  if (!PICTURE_TYPES.has(type)) return 'type';
  return size > PICTURE_BYTES ? 'size' : undefined;
}
