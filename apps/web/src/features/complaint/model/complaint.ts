import type { COMPLAINT_SUBJECTS, ReportReason } from '@meridian/contract/complaint/bounds';
import type { ComplaintState, REPORT_SUBJECT } from '@meridian/contract/complaint/calls';

export type Subject = (typeof COMPLAINT_SUBJECTS)[number];

/** A complaint to customer service, or a report of a trader. */
export interface Complaint {
  readonly id: number;
  readonly subject: Subject | typeof REPORT_SUBJECT;
  /** '' where it is no report. */
  readonly reason: ReportReason | '';
  /** '' without one. */
  readonly orderNumber: string;
  /** Of a report: the ad and the deal that show the reported conduct, each 0 without one. */
  readonly adId: number;
  readonly dealId: number;
  readonly state: ComplaintState;
  /** On the clock of the exchange. */
  readonly createdAt: string;
  readonly changedAt: string;
}

export interface ComplaintMessage {
  readonly id: number;
  readonly author: 'customer' | 'support';
  readonly text: string;
  /** Links. */
  readonly pictures: readonly string[];
  readonly createdAt: string;
}

export interface WholeComplaint extends Complaint {
  readonly messages: readonly ComplaintMessage[];
}
