/**
 * `npm run operator -- --account=A --name=N --role=owner`: adds an operator; the password comes
 * from the standard input.
 */
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { ROLE_NAMES } from '@meridian/contract/office/permissions';
import { offline } from './database/offline.ts';
import { Refusal } from './gateway/refusal.ts';
import { AuditLog } from './modules/office/audit-log.ts';
import { addOperator, checkOperatorPassword } from './modules/office/operators.ts';
import { openLastingKey } from './sealed/lasting-key.ts';
import { openSecrets } from './secrets.ts';

const { values } = parseArgs({
  options: {
    account: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    role: { type: 'string', default: 'owner' },
  },
});
const role = ROLE_NAMES.find((name) => name === values.role);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

if (!values.account.includes('@') || values.name === '')
  fail('say --account=MAIL and --name=NAME; the password comes from the standard input');
if (role === undefined) fail(`--role is one of ${ROLE_NAMES.join(', ')}`);
const password = (await text(process.stdin)).replace(/\r?\n$/, '');

await offline(async ({ queries }, config) => {
  try {
    checkOperatorPassword(password);
    const { account, name } = values;
    const secrets = openSecrets(config);
    await openLastingKey(queries, secrets);
    const id = await queries.transaction().execute(async (transaction) => {
      const added = await addOperator(transaction, { account, name, role, password });
      await new AuditLog(queries, secrets).append(
        added,
        '',
        { action: 'operator.add', subject: `operator ${added}`, after: { account, name, role } },
        transaction,
      );
      return added;
    });
    process.stdout.write(`operator ${id}: ${account}, ${role}\n`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`refused: ${error.code}\n`);
    process.exitCode = 1;
  }
});
