/** Seconds that are announced to screen readers. */
const ANNOUNCED = [60, 30, 10] as const;

/** Whole seconds until `endMs`, rounded up; 0 once it is over. */
export function secondsLeft(endMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000));
}

/**
 * The step to announce when the clock goes from `before` to `now` seconds: the last step reached or
 * passed.
 */
export function announcedStep(before: number, now: number): number | undefined {
  return ANNOUNCED.findLast((step) => before > step && now <= step && now > 0);
}

const DAY_S = 24 * 60 * 60;

/** Whole days, and the clock of the rest. Without days, hours are not padded. */
export function daysAndClock(seconds: number): { days: number; clock: string } {
  const days = Math.floor(seconds / DAY_S);
  if (days === 0) return { days, clock: clockText(seconds) };
  const rest = seconds % DAY_S;
  return {
    days,
    clock: `${pad(Math.floor(rest / 3600))}:${pad(Math.floor(rest / 60) % 60)}:${pad(rest % 60)}`,
  };
}

/** 75 is 01:15, 3675 is 1:01:15. */
function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${pad(minutes)}:${pad(seconds % 60)}`;
  return hours === 0 ? rest : `${hours}:${rest}`;
}

function pad(value: number): string {
  return String(value).padStart(2, '0');
}
