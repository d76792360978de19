import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo, useState } from 'react';
import type { OwnOnChart } from '../../../shared/chart/own-on-chart.ts';
import { fixed } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import type { Market } from '../../../shared/market/market.ts';
import { positionsQuery } from '../positions-api.ts';
import { fillsOf, marksOf, movedStop } from '../model/own-marks.ts';
import { listedOf } from '../model/position-list.ts';
import { useMarginAccounts } from '../use-margin-accounts.ts';
import type { Asked } from './asked.ts';
import { AskedDialog } from './lazy-asked-dialog.ts';

/** A stop that was pulled on the chart, and the element that fills the screen meanwhile. */
interface Pulled extends Asked {
  readonly container: HTMLElement | null;
}

/**
 * Tells the chart the own positions, orders and fills of a market. A stop that is moved there opens
 * the dialog of stops with its new price; nothing is sent before that is saved.
 */
export function ChartMarginOwn({
  market,
  onOwn,
}: {
  readonly market: Market;
  readonly onOwn: (own: OwnOnChart | undefined) => void;
}) {
  const language = useLanguage();
  const { baseId, quoteId, quantityDecimals } = market;
  const [pulled, setPulled] = useState<Pulled>();
  const accounts = useMarginAccounts([quoteId]);
  const live = accounts?.[0];
  const { data: closed } = useQuery(positionsQuery('closed', { baseId, quoteId }, 1));
  const own = useMemo((): OwnOnChart => {
    const positions = listedOf(live?.positions ?? [], { baseId, quoteId });
    const orders = listedOf(live?.orders ?? [], { baseId, quoteId });
    return {
      marks: marksOf({ positions, orders }, (quantity) =>
        fixed(quantity, quantityDecimals, { language }),
      ),
      fills: fillsOf(positions, closed?.positions ?? []),
      onMoveStop: (id, price) => {
        const moved = movedStop(positions, id, price);
        const { fullscreenElement: full } = document;
        const container = full instanceof HTMLElement ? full : null;
        if (moved !== undefined) setPulled({ about: 'stops', ...moved, container });
      },
    };
  }, [live, closed, baseId, quoteId, quantityDecimals, language]);
  useEffect(() => onOwn(own), [own, onOwn]);
  useEffect(() => () => onOwn(undefined), [onOwn]);
  return (
    pulled !== undefined && (
      <Suspense>
        <AskedDialog
          asked={pulled}
          live={accounts}
          marketOf={() => market}
          container={pulled.container}
          onDone={() => setPulled(undefined)}
        />
      </Suspense>
    )
  );
}
