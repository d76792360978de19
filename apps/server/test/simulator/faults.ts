import type { SeededRandom } from '@meridian/testkit/seeded-random';

/**
 * All faults of a simulation. Each has a rate that the seed draws; a swarm in which one of them
 * never struck proves nothing about it and fails.
 */
export const FAULTS = [
  // The process dies between two steps of a command's way.
  'crashBeforeCommit',
  'crashInCommitLost',
  'crashInCommitStored',
  'crashBeforeReply',
  'crashBetweenReplies',
  'crashBeforeProject',
  'crashInRecovery',
  'crashInSnapshot',
  // The database answers wrongly, late or never.
  'commitFails',
  'commitHangs',
  'commitAnswerLost',
  'sessionLost',
  'databaseLosesProjections',
  'projectorKilledInTransaction',
  'projectorCommitAnswerLost',
  'projectorBatchRepeated',
  // The projector stands still, up to so long that the engine lets it go and it reads the journal.
  'projectorStalls',
  'projectorLetGo',
  'snapshotCutShort',
  'snapshotCorrupted',
  // A second server takes over while the first one still believes that it leads.
  'secondEngine',
  // The network between clients and server.
  'requestDropped',
  'requestDuplicated',
  'requestDelayed',
  'answerDropped',
  'answerDuplicated',
  'answerDelayed',
  // The whole machine is off, for hours or days: midnights pass that nobody ticked.
  'machineOff',
  // Clock and price feed.
  'clockJumpsForward',
  'clockJumpsBack',
  'feedGap',
  'feedSpike',
  'feedRepeat',
  // An intruder edits the journal, once at the end of each run: the next start must refuse.
  'journalTampered',
] as const;

export type FaultName = (typeof FAULTS)[number];

/**
 * Faults that are rare rather than tied to each message: their rate is for each chance, and chances
 * are many.
 */
const BASE_RATE: Readonly<Partial<Record<FaultName, number>>> = {
  crashBeforeCommit: 0.002,
  crashInCommitLost: 0.001,
  crashInCommitStored: 0.001,
  crashBeforeReply: 0.002,
  crashBetweenReplies: 0.001,
  crashBeforeProject: 0.001,
  crashInRecovery: 0.1,
  crashInSnapshot: 0.1,
  commitFails: 0.001,
  commitHangs: 0.001,
  commitAnswerLost: 0.001,
  sessionLost: 0.001,
  databaseLosesProjections: 0.3,
  projectorKilledInTransaction: 0.002,
  projectorCommitAnswerLost: 0.002,
  projectorStalls: 0.02,
  snapshotCutShort: 0.1,
  snapshotCorrupted: 0.1,
  secondEngine: 0.05,
  machineOff: 0.1,
  clockJumpsForward: 0.05,
  clockJumpsBack: 0.05,
  feedGap: 0.1,
  feedSpike: 0.1,
  feedRepeat: 0.1,
};
const OTHERWISE = 0.03;
/**
 * A third of the faults are off in a run, so that rare combinations of the others get long
 * histories.
 */
const OFF = 1 / 3;

/** The rates of one run: each fault off, rare or frequent. */
export function drawRates(random: SeededRandom): Map<FaultName, number> {
  const rates = new Map<FaultName, number>();
  for (const fault of FAULTS) {
    const temper = random.pick([0.3, 1, 3]);
    rates.set(fault, random.chance(OFF) ? 0 : (BASE_RATE[fault] ?? OTHERWISE) * temper);
  }
  return rates;
}
