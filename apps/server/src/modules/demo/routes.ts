import { demoAccounts, demoFaucet, demoOutbox, OUTBOX_ROWS } from '@meridian/contract/demo/calls';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { CallRegistry } from '../../gateway/handler.ts';
import { textOf } from '../../texts.ts';
import { loginName } from '../account/account-name.ts';
import { DEMO_VISITOR } from './demo-accounts.ts';
import { DEMO_OPERATOR_ACCOUNTS } from './demo-operator.ts';
import { GRANTS, payFromFaucet } from './faucet.ts';

export interface DemoServices {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit'>;
  /** Whether the demo can be reached from other machines: then only operators can read codes. */
  readonly isDemoPublic: boolean;
}

/** Demo mode only: in production these calls are not registered, so they do not exist. */
export function registerDemoRoutes(gateway: CallRegistry, services: DemoServices): void {
  gateway.registerCall(demoFaucet, async ({ session, idempotencyKey, language }) => {
    await payFromFaucet(services, session.user, idempotencyKey);
    const credited = GRANTS.map(({ currency, code, coins }) => ({
      currency,
      currency_name: code,
      amount: String(coins),
    }));
    return { type: 'ok' as const, message: textOf(language, 'answer.demo.faucet'), credited };
  });

  // Operators of a reachable demo have passwords of their own.
  gateway.registerCall(demoAccounts, () => [
    DEMO_VISITOR,
    ...(services.isDemoPublic ? [] : DEMO_OPERATOR_ACCOUNTS),
  ]);

  const outbox = services.isDemoPublic
    ? ({ ...demoOutbox, access: 'operator', permission: 'users.read' } as const)
    : demoOutbox;
  gateway.registerCall(outbox, async ({ input }) => {
    let query = services.queries
      .selectFrom('outbox')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(OUTBOX_ROWS);
    if (input.to !== undefined) query = query.where('receiver', '=', loginName(input.to));
    const rows = await query.execute();
    return rows.map(({ id, receiver, kind, subject, body, code, created_at }) => {
      return {
        id: Number(id),
        to: receiver,
        kind,
        subject,
        text: body,
        code,
        created_at: created_at.toISOString(),
      };
    });
  });
}
