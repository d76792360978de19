import type { CommandTable } from '../command-table.ts';
import { isTradingUser } from '../ledger/trading-user.ts';
import { isWellFormed } from './order-checks.ts';
import type { CancelOrder, SpotCommand } from './spot-commands.ts';

export const SPOT_COMMANDS: CommandTable<SpotCommand> = {
  'spot.place': { isWellFormed, stoppedBy: ['debt', 'freeze'], isNamed: true },
  'spot.cancel': { isWellFormed: isCancel, lane: 'cancels', passesCancelOnly: true },
  'spot.cancelByOperator': { lane: 'system', passesCancelOnly: true },
};

export function isCancel({ user, order }: CancelOrder): boolean {
  return isTradingUser(user) && Number.isSafeInteger(order) && order >= 1;
}
