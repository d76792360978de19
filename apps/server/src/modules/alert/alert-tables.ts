import type { AlertDirection } from '@meridian/contract/alert/calls';
import type { Generated } from 'kysely';

/** Tables of migrations/170-price-alerts.sql, which describes each column. */
export interface AlertTables {
  price_alerts: {
    id: Generated<bigint>;
    user_id: bigint;
    market: number;
    direction: AlertDirection;
    price_ticks: bigint;
    repeats: boolean;
    is_on: boolean;
    note: string;
    armed_trade: bigint | null;
    rest_until: Date | null;
    met_count: Generated<number>;
    met_at: Generated<Date | null>;
    created_at: Date;
  };
  price_alert_position: { only_row: Generated<boolean>; trade: bigint };
}
