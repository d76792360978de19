/** Gives the person a text as a file. */
export function saveText(name: string, text: string): void {
  const link = document.createElement('a');
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.click();
  URL.revokeObjectURL(link.href);
}
