import type { Queries } from '../../database/database.ts';
import type { Access } from '../../gateway/access.ts';
import type { LiveView } from '../../live/live-view.ts';
import type { Messenger } from './messenger.ts';
import type { SecurityLog } from './security-log.ts';

/** The second factor at the login. */
export interface SecondFactor {
  /** Which factor was right, undefined where the account has none. Refuses with `second_factor_required` without a code, with `second_factor_wrong` otherwise. */
  check(user: number, code: string | undefined): Promise<'totp' | 'recovery' | undefined>;
}

export interface AccountServices {
  readonly queries: Queries;
  readonly access: Access;
  readonly messenger: Messenger;
  readonly securityLog: SecurityLog;
  readonly secondFactor: SecondFactor;
  readonly live: LiveView;
}
