/** `npm run verify-audit`: recomputes the chain of the operators' log, and says where it was changed. */
import { offline } from './database/offline.ts';
import { AuditLog } from './modules/office/audit-log.ts';

await offline(async ({ queries }) => {
  const { entries, brokenAt } = await new AuditLog(queries).verify();
  process.stdout.write(brokenAt === 0 ? `${entries} entries, all as they were written\n` : `ENTRY ${brokenAt} IS NOT WHAT WAS WRITTEN: it, or one before it, was changed or removed\n`);
  if (brokenAt !== 0) process.exitCode = 1;
});
