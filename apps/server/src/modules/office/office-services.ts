import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { EngineAlarm } from '../../engine/thread-messages.ts';
import type { LiveView } from '../../live/live-view.ts';
import type { AuditLog } from './audit-log.ts';
import type { OperatorInvitations } from './operator-invitations.ts';
import type { Operators } from './operators.ts';
import type { Proposals } from './proposals.ts';

export interface OfficeServices {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit' | 'status'>;
  /** Commands that the read models are behind. */
  readonly projectorLag: () => Promise<number>;
  /** What an operator has to look at while the engine goes on. */
  readonly alarms: () => readonly EngineAlarm[];
  readonly live: LiveView;
  readonly operators: Operators;
  readonly invitations: OperatorInvitations;
  readonly auditLog: AuditLog;
  readonly proposals: Proposals;
}
