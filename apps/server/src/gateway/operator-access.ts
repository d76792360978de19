import type { Call } from '@meridian/contract/schema/call';
import type { Queries } from '../database/database.ts';
import type { AuditEntry, OperatorSession } from './handler.ts';
import type { Refusal } from './refusal.ts';

/** The sessions of operators, their permissions, and the log of their acts. */
export interface OperatorAccess {
  find(authorization: string | undefined, address: string): Promise<OperatorSession | undefined>;
  /** Why an operator may not make a call, undefined where they may. */
  refusalOf(operator: OperatorSession, call: Call, address: string): Promise<Refusal | undefined>;
  /**
   * Refuses a call that asks for the code of the operator's authenticator, where it is missing or
   * wrong.
   */
  confirm(
    operator: OperatorSession,
    call: Call,
    code: string | undefined,
    address: string,
  ): Promise<void>;
  audit(
    operator: OperatorSession,
    address: string,
    entry: AuditEntry,
    transaction?: Queries,
  ): Promise<void>;
}
