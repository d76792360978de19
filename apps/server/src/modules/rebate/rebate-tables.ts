/** Tables of migrations/163-rebates.sql, which describes each column. */
export interface RebateTables {
  rebate_lines: {
    id: bigint;
    day: number;
    payer_id: bigint;
    level: number;
    user_id: bigint;
    currency: number;
    worth: bigint;
    rate_bps: number;
    amount: bigint;
    time_ms: bigint;
  };
  rebate_members: { user_id: bigint; is_member: boolean };
}
