/**
 * `npm run rotate-keys`: seals everything under SECRET_KEY that one of SECRET_KEYS_OLD has sealed,
 * so that those can be given up.
 */
import { offline } from './database/offline.ts';
import { countOld, resealAll } from './sealed/reseal.ts';
import { openSecrets } from './secrets.ts';

await offline(async ({ queries }, config) => {
  const secrets = openSecrets(config);
  const sealed = await resealAll(queries, secrets);
  const old = await countOld(queries, secrets);
  process.stdout.write(
    `${sealed} values were sealed under SECRET_KEY. ${old === 0 ? 'None is left under an older key: SECRET_KEYS_OLD can be emptied.' : `${old} ARE LEFT under an older key: run this again.`}\n`,
  );
  if (old > 0) process.exitCode = 1;
});
