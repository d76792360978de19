/**
 * Downloads a text, or bytes, as a file.
 * @param type media type of the content
 */
export function saveFile(
  name: string,
  content: string | Uint8Array<ArrayBuffer>,
  type = 'text/plain',
): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.click();
  URL.revokeObjectURL(link.href);
}
