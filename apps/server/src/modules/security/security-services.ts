import type { Queries } from '../../database/database.ts';
import type { Access } from '../../gateway/access.ts';
import type { LiveView } from '../live-view.ts';
import type { DeviceTokens } from '../account/device-tokens.ts';
import type { LoginDelays } from '../account/login-delays.ts';
import type { MessageLimits } from '../account/message-limits.ts';
import type { SecurityLog } from '../account/security-log.ts';
import type { Authenticators } from './authenticators.ts';
import type { FundPasswords } from './fund-passwords.ts';
import type { Passkeys } from './passkeys.ts';

export interface SecurityServices {
  readonly queries: Queries;
  readonly access: Access;
  readonly securityLog: SecurityLog;
  readonly authenticators: Authenticators;
  readonly passkeys: Passkeys;
  readonly fundPasswords: FundPasswords;
  readonly limits: MessageLimits;
  readonly devices: DeviceTokens;
  readonly live: Pick<LiveView, 'timeMs'>;
  /** Delays of proofs. */
  readonly delays: LoginDelays;
}
