import type { ComplaintSubject, ReportReason } from '@meridian/contract/complaint/bounds';
import type { ComplaintState, REPORT_SUBJECT } from '@meridian/contract/complaint/calls';
import type { Generated } from 'kysely';

/** Tables of migrations/155-complaints.sql, which describes each column. */
export interface ComplaintTables {
  complaints: {
    id: Generated<bigint>;
    user_id: bigint;
    subject: ComplaintSubject | typeof REPORT_SUBJECT;
    order_number: string;
    reported: bigint | null;
    reason: ReportReason | null;
    ad: bigint | null;
    deal: bigint | null;
    state: ComplaintState;
    opened_at: Date;
    created_at: Date;
    changed_at: Date;
    request_key: string | null;
  };
  complaint_messages: {
    id: Generated<bigint>;
    complaint: bigint;
    user_id: bigint;
    operator: bigint | null;
    text: string;
    pictures: string[];
    request_key: string | null;
    created_at: Date;
  };
}
