import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { LiveView } from '../live-view.ts';
import type { AuditWitness } from './audit-witness.ts';
import type { OperatorDevices } from './operator-devices.ts';
import type { OperatorInvitations } from './operator-invitations.ts';
import type { Operators } from './operators.ts';
import type { Proposals } from './proposals.ts';

export interface OfficeServices {
  readonly queries: Queries;
  readonly engine: Pick<Engine, 'submit' | 'status'>;
  /** Number of commands that the read models lag behind. */
  readonly projectorLag: () => Promise<number>;
  /** Problems that an operator must look at while the exchange goes on. */
  readonly alarms: () => readonly string[];
  readonly live: LiveView;
  readonly operators: Operators;
  readonly invitations: OperatorInvitations;
  readonly operatorDevices: OperatorDevices;
  readonly auditWitness: Pick<AuditWitness, 'verify'>;
  readonly proposals: Proposals;
}
