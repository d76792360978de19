import type { BitcoinNetwork } from '@meridian/chain/chain-facts';
import type { UserId } from '@meridian/core/ids';
import type { Amount } from '@meridian/money/amount';
import type { Queries } from '../../database/database.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Access } from '../../gateway/access.ts';
import type { LiveView } from '../live-view.ts';
import type { OwnPictures } from '../../own-pictures.ts';
import type { SecurityLog } from '../account/security-log.ts';
import type { Custodian } from './custodian.ts';
import type { WithdrawalConfirmations } from './withdrawal-confirmations.ts';

export interface CustodyServices {
  readonly engine: Pick<Engine, 'submit'>;
  readonly live: LiveView;
  readonly queries: Queries;
  readonly access: Access;
  readonly securityLog: SecurityLog;
  /** The most that a user may withdraw in a day, by level of verification, in units of worth. */
  readonly dayLimitOf: (user: UserId) => Promise<Amount>;
  readonly pictures: OwnPictures;
  readonly custodian: Custodian;
  readonly confirmations: WithdrawalConfirmations;
  readonly bitcoinNetwork: BitcoinNetwork;
}
