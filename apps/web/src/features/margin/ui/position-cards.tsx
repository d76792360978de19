import type { ReactNode } from 'react';
import { MISSING } from '../../../shared/figures.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { selectMarket } from '../../../shared/market/selected-market.ts';
import { limitPrice } from '../model/order-figures.ts';
import { distancePercent, sum } from '../model/position-figures.ts';
import type { ListName, Position } from '../model/position.ts';
import { reasonText } from '../model/reason-text.ts';
import { LimitClose, ProfitText, SideText, usePositionWords } from './position-columns.tsx';
import styles from './position-cards.module.css';
import { RiskBar } from './risk-bar.tsx';

interface PositionCardsProps {
  readonly label: string;
  readonly list: ListName;
  readonly rows: readonly Position[];
  readonly marketOf: (pair: Pair) => Market | undefined;
  readonly riskOf: (position: Position) => string | undefined;
  /** Buttons of the actions on a row, across its whole width. */
  readonly action?: (position: Position) => ReactNode;
}

/**
 * Positions and orders on a phone: the name and the figure that counts most on the first line, the
 * rest in small below.
 */
export function PositionCards(props: PositionCardsProps) {
  return (
    <ul className={styles['cards']} aria-label={props.label}>
      {props.rows.map((row) => (
        <Card key={row.id} row={row} {...props} />
      ))}
    </ul>
  );
}

function Card({
  row,
  list,
  marketOf,
  riskOf,
  action,
}: Omit<PositionCardsProps, 'rows' | 'label'> & { readonly row: Position }) {
  const words = usePositionWords(marketOf);
  const { t, coins, price, rate } = words;
  const market = marketOf(row);
  const isOrder = list === 'entrusted' || list === 'revoked';
  return (
    <li className={styles['card']}>
      <button
        type="button"
        className={styles['main']}
        disabled={market === undefined}
        onClick={() => market !== undefined && selectMarket(market)}
      >
        <span className={styles['name']}>
          <strong>{row.symbol}</strong>
          <small>
            <SideText row={row} t={t} />
            <LimitClose row={row} words={words} />
          </small>
        </span>
        <span className={styles['figure']}>
          {isOrder ? (
            <>
              <strong>{price(row, limitPrice(row))}</strong>
              <small>{rate(distancePercent(limitPrice(row), row.indexPrice))}</small>
            </>
          ) : (
            <ProfitText row={row} words={words} />
          )}
        </span>
      </button>
      <p className={styles['rest']}>
        <span>{coins(row)}</span>
        {list === 'holding' && <Held row={row} words={words} risk={riskOf(row)} />}
        {list === 'entrusted' && row.openedAt !== '' && <span>{row.openedAt}</span>}
        {list === 'closed' && (
          <span>{`${price(row, row.entryPrice)} → ${price(row, row.indexPrice)}`}</span>
        )}
        {(list === 'closed' || list === 'revoked') && (
          <>
            <span>{row.reason === '' ? MISSING : t(reasonText(row.reason))}</span>
            <span>{row.endedAt}</span>
          </>
        )}
      </p>
      {action?.(row)}
    </li>
  );
}

/** The figures of an open position. */
function Held({
  row,
  words,
  risk,
}: {
  readonly row: Position;
  readonly words: ReturnType<typeof usePositionWords>;
  readonly risk: string | undefined;
}) {
  const { t, price, money } = words;
  return (
    <>
      <span>{`${price(row, row.entryPrice)} → ${price(row, row.markPrice)}`}</span>
      <span>
        {t('position.liquidationAt', {
          price: row.liquidationPrice === '' ? t('margin.far') : price(row, row.liquidationPrice),
        })}
      </span>
      <span>{`${t('margin.margin')} ${money(sum([row.margin, row.added]))}`}</span>
      {risk !== undefined && <RiskBar percent={risk} />}
      {(row.takeProfit !== '0' || row.stopLoss !== '0') && (
        <span>{`${t('position.column.stops')} ${price(row, row.takeProfit)} / ${price(row, row.stopLoss)}`}</span>
      )}
    </>
  );
}
