import { mistypedSettings } from '@meridian/chain/signer/mistyped-settings';
import { SIGNER_SETTINGS } from '@meridian/chain/signer/signer-settings';
import { SECRET_SETTINGS } from './secret-files.ts';

/**
 * Problems with the names of an environment. The signer may be started from the same one.
 * @param known the settings of the server
 */
export function unknownSettings(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const files = SECRET_SETTINGS.map((name) => `${name}_FILE`);
  return mistypedSettings(environment, new Set([...known, ...files, ...SIGNER_SETTINGS]));
}
