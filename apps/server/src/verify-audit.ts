/**
 * `npm run verify-audit`: recomputes the chain of the operators' log, and says where it was
 * changed.
 */
import { offline } from './database/offline.ts';
import { AuditLog } from './modules/office/audit-log.ts';
import { AuditWitness } from './modules/office/audit-witness.ts';
import { openLastingKey } from './sealed/lasting-key.ts';
import { openSecrets } from './secrets.ts';

await offline(async ({ queries }, config) => {
  const secrets = openSecrets(config);
  await openLastingKey(queries, secrets);
  const auditLog = new AuditLog(queries, secrets);
  const witness = new AuditWitness({
    auditLog,
    dataDir: config.dataDir,
    warn: (text) => process.stderr.write(`${text}\n`),
  });
  const { entries, brokenAt, head } = await witness.verify();
  process.stdout.write(
    brokenAt === 0
      ? `${entries} entries, all as they were written; the newest is ${head.hash.toString('hex')}\n`
      : `ENTRY ${brokenAt} IS NOT WHAT WAS WRITTEN: it, or one before it, was changed or removed\n`,
  );
  if (brokenAt !== 0) process.exitCode = 1;
});
