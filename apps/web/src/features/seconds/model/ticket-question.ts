import type { TicketInputs } from './ticket-form.ts';
import type { Direction } from './ticket.ts';

/** The direction that the question is about, and the offer that stood beside it. */
export interface TicketQuestion {
  readonly direction: Direction;
  readonly offer: string;
}

interface Offer extends Pick<TicketInputs, 'duration' | 'feeRatio'> {
  /** Whether tickets are taken. */
  readonly isOpen: boolean;
}

export function askAbout(direction: Direction, offer: Offer): TicketQuestion {
  return { direction, offer: nameOf(offer) };
}

/**
 * The direction that is still asked about. An offer that changes or goes ends the question: the
 * user answers the offer that was shown.
 */
export function directionAsked(
  question: TicketQuestion | undefined,
  offer: Offer,
): Direction | undefined {
  return question?.offer === nameOf(offer) ? question.direction : undefined;
}

function nameOf({ duration, feeRatio, isOpen }: Offer): string {
  return JSON.stringify([duration?.seconds, duration?.payoutRatio, feeRatio, isOpen]);
}
