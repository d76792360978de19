/** The file of recovery codes: a description, then one code on each line. */
export function recoveryFile(about: string, codes: readonly string[]): string {
  return `${about}\n\n${codes.join('\n')}\n`;
}
