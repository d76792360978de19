import { readFileSync, statSync } from 'node:fs';

/** Group and others. */
const OTHERS = 0o077;

/**
 * Reads a secret from a file of its own: a credential of systemd, a secret of a container. The
 * final line break is not part of the secret. Unlike the environment of a process, a file is not
 * inherited by children and not readable by users who may only list processes.
 * @param mayOthersRead whether users other than its owner may read the file (demo mode)
 * @throws when there is no file, it is empty, or others may read it: the message names the setting
 * and never the secret
 */
export function readSecretFile(setting: string, file: string, mayOthersRead = false): string {
  let text: string;
  try {
    const stat = statSync(file);
    if (!stat.isFile()) throw new Error('it is no file');
    if (!mayOthersRead && (stat.mode & OTHERS) !== 0)
      throw new Error('others than its owner may read it: chmod 600');
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(
      `${setting} names ${file}: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
  if (text === '') throw new Error(`${setting} names ${file}, which is empty`);
  return text;
}
