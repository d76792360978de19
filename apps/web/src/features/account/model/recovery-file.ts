/** The file that recovery codes are kept in: what they are, then one on each line. */
export function recoveryFile(about: string, codes: readonly string[]): string {
  return `${about}\n\n${codes.join('\n')}\n`;
}
