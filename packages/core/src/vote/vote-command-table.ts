import type { CommandTable } from '../command-table.ts';
import * as wellFormed from './vote-commands-check.ts';
import type { VoteCommand } from './vote-commands.ts';

/** A freeze stops votes: whose account is in doubt may be nobody, or somebody twice. */
export const VOTE_COMMANDS: CommandTable<VoteCommand> = {
  'vote.open': {},
  'vote.cancel': { lane: 'system', passesCancelOnly: true },
  'vote.cast': {
    isWellFormed: wellFormed.isBallot,
    stoppedBy: ['freeze'],
    stamped: ['level', 'person', 'tracker'],
  },
  'vote.revoke': { isWellFormed: wellFormed.isRevocation, passesCancelOnly: true },
};
