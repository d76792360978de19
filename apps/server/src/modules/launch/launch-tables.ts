import type { Generated } from 'kysely';

/** The table of migrations/161-launch.sql, which describes each column. */
export interface LaunchTables {
  launch_coins: {
    id: Generated<bigint>;
    name: string;
    currency: bigint | null;
    place: number;
    planned: string;
    start_price: string;
    start_at: Date;
    end_at: Date;
    paper: string;
    is_shown: boolean;
  };
}
