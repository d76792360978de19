/**
 * Settings that are secret may stand in files: `SECRET_KEY_FILE` names the file whose text is
 * `SECRET_KEY`.
 */
import { CHAIN_SECRETS } from './chain-settings.ts';
import { readSecretFile } from '@meridian/chain/signer/secret-file';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that somebody who reads them can misuse. */
export const SECRET_SETTINGS: readonly string[] = [
  'SECRET_KEY',
  'SECRET_KEYS_OLD',
  'SIGNER_APPROVAL_KEY',
  'DATABASE_URL',
  'SMTP_URL',
  'SMS_URL',
  ...CHAIN_SECRETS,
  'PAYMENT_MD5_KEY',
  'PAYMENT_CALLBACK_SECRET',
];

/**
 * The environment with the contents of its files. Production refuses a file that others than its
 * owner may read; a setting that is there twice is refused anywhere.
 *
 * @param problems receives the problems, by the names of the settings
 */
export function withSecretFiles(environment: Environment, problems: string[]): Environment {
  const read: Record<string, string> = {};
  for (const name of SECRET_SETTINGS) {
    const file = environment[`${name}_FILE`]?.trim() ?? '';
    if (file === '') continue;
    if ((environment[name]?.trim() ?? '') !== '')
      problems.push(`${name} and ${name}_FILE are both set: keep one`);
    try {
      read[name] = readSecretFile(
        `${name}_FILE`,
        file,
        environment['MODE']?.trim() !== 'production',
      );
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  return { ...environment, ...read };
}
