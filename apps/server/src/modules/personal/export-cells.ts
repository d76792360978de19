import { NETWORKS, type NetworkName } from '@meridian/contract/custody/networks';
import type { UserId } from '@meridian/core/ids';
import { FIAT_PRICE_SCALE } from '@meridian/core/p2p/p2p-commands';
import { formatDecimal } from '@meridian/money/decimal';
import { formatAveragePrice } from '@meridian/money/market-scale';
import type { Selectable } from 'kysely';
import type { Queries } from '../../database/database.ts';
import type { Tables } from '../../database/tables.ts';
import type { SealedFields } from '../../sealed/sealed-fields.ts';
import type { LiveView } from '../live-view.ts';

type SealedApplication = Pick<
  Selectable<Tables['identity_applications']>,
  'user_id' | 'name' | 'card_id'
>;

export interface ExportServices {
  readonly queries: Queries;
  readonly live: LiveView;
  readonly fields: SealedFields;
  /** The unsealed fields of an application. */
  readonly identities: {
    nameOf(row: SealedApplication): string;
    cardIdOf(row: SealedApplication): string;
  };
  /**
   * Interest of each day with the figures that it was computed from, as the statement of interest
   * has it.
   */
  readonly interestDays: (
    user: UserId,
    page: { readonly limit: number; readonly offset: number; readonly order: 'oldest' },
  ) => Promise<readonly object[]>;
}

export type Row = Readonly<Record<string, unknown>>;
/**
 * The text of a field. `columns` has no value: it tells the compiler which columns the function
 * reads.
 */
export type Cell<Column extends string = never> = ((
  row: Row,
  services: ExportServices,
) => string) & {
  readonly columns?: Column;
};

/** USDT: worth, money of deals and payments. */
const USDT = 3;
/** Decimals of CNY. */
const CENTS = 2;

export const plain =
  <Column extends string>(column: Column): Cell<Column> =>
  (row) =>
    textOf(row[column]);
export const plains = <Column extends string>(...columns: Column[]) =>
  Object.fromEntries(columns.map((column) => [column, plain(column)])) as {
    readonly [Each in Column]: Cell<Each>;
  };
export const time =
  <Column extends string>(column: Column): Cell<Column> =>
  (row) =>
    row[column] instanceof Date ? row[column].toISOString() : '';
export const ms =
  <Column extends string>(column: Column): Cell<Column> =>
  (row) =>
    row[column] === null ? '' : new Date(Number(row[column])).toISOString();
/** The same of a time that is 0 before it is known. */
export const passedMs =
  <Column extends string>(column: Column): Cell<Column> =>
  (row, services) =>
    Number(row[column]) === 0 ? '' : ms(column)(row, services);
export const code: Cell<'currency'> = (row, { live }) =>
  live.currency(Number(row['currency']))?.code ?? textOf(row['currency']);
export const codeOf =
  <Column extends string>(column: Column): Cell<Column> =>
  (row, { live }) =>
    live.currency(Number(row[column]))?.code ?? textOf(row[column]);
export const unitsOf =
  <Column extends string>(
    column: Column,
    currency: (row: Row, services: ExportServices) => number | undefined,
  ): Cell<Column> =>
  (row, services) => {
    if (row[column] === null) return '';
    const of = currency(row, services);
    return formatDecimal(
      BigInt(textOf(row[column])),
      (of === undefined ? undefined : services.live.currency(of))?.scale ?? 0,
    );
  };
export const units = <Column extends string>(column: Column): Cell<Column | 'currency'> =>
  unitsOf(column, (row) => Number(row['currency']));
export const networkOf = (row: Row, { live }: ExportServices) =>
  live.custody.network(Number(row['network']));
export const network: Cell<'network'> = (row, services) => {
  const found = networkOf(row, services);
  return found === undefined ? textOf(row['network']) : NETWORKS[found.name as NetworkName].title;
};
export const codeOfNetwork: Cell<'network'> = (row, services) => {
  const found = networkOf(row, services);
  return (found && services.live.currency(found.currency)?.code) ?? '';
};
export const marketOf = (row: Row, { live }: ExportServices) => live.market(Number(row['market']));
export const market: Cell<'market'> = (row, services) => {
  const found = marketOf(row, services);
  return found === undefined
    ? textOf(row['market'])
    : [found.base, found.quote]
        .map((id) => services.live.currency(id)?.code ?? String(id))
        .join('/');
};
export const inQuote = <Column extends string>(column: Column): Cell<Column | 'market'> =>
  unitsOf(column, (row, services) => marketOf(row, services)?.quote);
/** A price in quote coins for one base coin. */
export const price =
  <Column extends string>(column: Column): Cell<Column | 'market'> =>
  (row, services) => {
    const found = marketOf(row, services);
    if (found === undefined || row[column] === null) return textOf(row[column]);
    return formatDecimal(
      BigInt(textOf(row[column])) * found.tickSize,
      services.live.currency(found.quote)?.scale ?? 0,
    );
  };
export const quantity =
  <Column extends string>(column: Column): Cell<Column | 'market'> =>
  (row, services) => {
    const found = marketOf(row, services);
    return found === undefined
      ? textOf(row[column])
      : formatDecimal(
          BigInt(textOf(row[column])) * found.lotSize,
          services.live.currency(found.base)?.scale ?? 0,
        );
  };
/** The average price of a position's closes, its parts among them. */
export const averageClose: Cell<
  'close_ticks' | 'closed_lots' | 'lots' | 'market' | 'parts_lot_ticks'
> = (row, services) => {
  const found = marketOf(row, services);
  if (found === undefined || row['close_ticks'] === null) return textOf(row['close_ticks']);
  const of = (column: string): bigint => BigInt(textOf(row[column]));
  const lots = of('lots');
  const lotTicks = of('parts_lot_ticks') + (lots - of('closed_lots')) * of('close_ticks');
  return formatAveragePrice(lotTicks, lots, {
    tickSize: found.tickSize,
    quoteScale: services.live.currency(found.quote)?.scale ?? 0,
  });
};
/** Of a buy in base coins, of a sell in quote coins. */
export const feeOfSide: Cell<'fee' | 'market' | 'side'> = unitsOf('fee', (row, services) => {
  const found = marketOf(row, services);
  return row['side'] === 'buy' ? found?.base : found?.quote;
});
/** The makers' shares of takers' fees: of a buy in quote coins, of a sell in base coins. */
export const rebateOfSide: Cell<'rebate' | 'market' | 'side'> = unitsOf(
  'rebate',
  (row, services) => {
    const found = marketOf(row, services);
    return row['side'] === 'buy' ? found?.quote : found?.base;
  },
);
export const cents =
  <Column extends string>(column: Column): Cell<Column> =>
  (row) =>
    formatDecimal(BigInt(textOf(row[column])), CENTS);
/** CNY for one coin. */
export const fiatPrice =
  <Column extends string>(column: Column): Cell<Column> =>
  (row) =>
    formatDecimal(BigInt(textOf(row[column])), FIAT_PRICE_SCALE);
export const usdt = <Column extends string>(column: Column): Cell<Column> =>
  unitsOf(column, () => USDT);

export function textOf(value: unknown): string {
  return value === null || value === undefined
    ? ''
    : String(value as string | number | bigint | boolean);
}
