/**
 * Loaded before everything else (`--import`), in every thread: the process lives so many
 * milliseconds ahead of the machine. A recording needs midnights and ends of seasons without
 * waiting for them; a test needs the day of a recording.
 */
export const CLOCK_SHIFT = 'SHIFTED_CLOCK_MS';

const shiftMs = Number(process.env[CLOCK_SHIFT] ?? 0);
const MachineDate = Date;

class ShiftedDate extends MachineDate {
  constructor(...given: [] | [number | string | Date]) {
    if (given.length === 0) super(ShiftedDate.now());
    // The language's own constructor tells its calls apart by how many arguments they have.
    else super(...given);
  }

  static override now(): number {
    return MachineDate.now() + shiftMs;
  }
}

if (shiftMs !== 0) globalThis.Date = ShiftedDate as DateConstructor;
