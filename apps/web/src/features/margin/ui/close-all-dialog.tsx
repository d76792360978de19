import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allRows } from '../../../shared/export/all-rows.ts';
import { directionOf, fixed, grouped, MISSING } from '../../../shared/figures.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { refreshMargin } from '../api.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { closedById, closeMany, positionsPage } from '../positions-api.ts';
import { closedFigures } from '../model/closed-figures.ts';
import { gather, type Which } from '../model/position-figures.ts';
import type { Closed, Position } from '../model/position.ts';
import styles from './positions.module.css';

const MONEY_DECIMALS = 2;
const CHOICES = ['all', 'long', 'short'] as const satisfies readonly Which[];

interface CloseAllProps {
  /** Set for positions of play money alone; undefined closes the positions of real money. */
  readonly quoteId: number | undefined;
  /** Open positions as of now; undefined while they are not known. */
  readonly open: readonly Position[] | undefined;
  readonly currencyOf: (quoteId: number) => string;
  readonly marketOf: (pair: Pair) => Market | undefined;
  readonly onDone: () => void;
}

/**
 * Closes all positions, or those of a side. Each choice shows the count and the profit of its
 * positions, a second question follows, and a toast counts the closed positions.
 */
export function CloseAllDialog({ quoteId, open, currencyOf, marketOf, onDone }: CloseAllProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [chosen, setChosen] = useState<Which>();
  const { isBusy, close } = useCloseAll({ quoteId, open, marketOf, onDone });
  const profitsOf = (which: Which): string => {
    const { profits } = gather(open ?? [], which);
    return profits
      .map(
        ({ quoteId: id, profit }) =>
          `${fixed(profit, MONEY_DECIMALS, { language })} ${currencyOf(id)}`,
      )
      .join(', ');
  };
  const countOf = (which: Which): number | undefined => open && gather(open, which).count;
  return (
    <>
      <Dialog
        isOpen
        title={t('position.batchClose')}
        onClose={onDone}
        actions={<Button onClick={onDone}>{t('action.cancel')}</Button>}
      >
        <div className={styles['fields']}>
          <p>{t('position.batchText')}</p>
          {CHOICES.map((which) => {
            const count = countOf(which);
            const [first] = gather(open ?? [], which).profits;
            const name = t(`position.batch.${which}`);
            return (
              <div key={which} className={styles['choice']}>
                <Button
                  isWide
                  look="danger"
                  isBusy={isBusy}
                  disabled={count === 0}
                  onClick={() => setChosen(which)}
                >
                  {count === undefined ? name : t('orders.counted', { name, count })}
                </Button>
                <span className={directionOf(first?.profit)}>{profitsOf(which) || MISSING}</span>
              </div>
            );
          })}
        </div>
      </Dialog>
      {chosen !== undefined && (
        <ConfirmDialog
          isOpen
          title={t('position.batchTitle', { count: countOf(chosen) ?? 0 })}
          confirmLabel={t(`position.batch.${chosen}`)}
          isBusy={isBusy}
          isReady={countOf(chosen) !== 0}
          onConfirm={() => close(chosen)}
          onCancel={() => setChosen(undefined)}
        >
          <p>{t('position.batchAsk', { profit: profitsOf(chosen) || MISSING })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Sends the close, and tells how many of the chosen positions are closed. */
function useCloseAll({ quoteId, open, marketOf, onDone }: Omit<CloseAllProps, 'currencyOf'>) {
  const t = useTranslate();
  const language = useLanguage();
  const client = useQueryClient();
  // Positions as of the question: after a lost first answer, they are gone when the second comes.
  const [asked] = useState(open ?? []);
  const meant = (which: Which): readonly Position[] =>
    asked.filter(({ side }) => which === 'all' || which === side);
  const filter = quoteId === undefined ? {} : { quoteId };
  const told = (position: Position, closed: Closed | undefined): string => {
    const { symbol, lots, indexPrice } = position;
    const side = t(`margin.${position.side}`);
    return closed === undefined
      ? t('position.toldOne', { side, symbol, lots, price: grouped(indexPrice, language) })
      : t('position.toldOneClosed', {
          side,
          ...closedFigures(closed, position, marketOf(position), language),
        });
  };
  const tell = async (
    which: Which,
    done: string,
    known: ReadonlyMap<number, Closed>,
  ): Promise<void> => {
    const rows = meant(which);
    const left = await stillOpen(rows, filter);
    const closed = rows.filter(({ id }) => left?.has(id) === false);
    const list = closed.map((position) => told(position, known.get(position.id)));
    if (rows.length === 0 || left === undefined) showToast('success', done);
    else
      showToast(
        left.size === 0 ? 'success' : 'info',
        t('position.closedOf', {
          done: closed.length,
          count: rows.length,
          list: list.join('; '),
        }),
      );
  };
  const { isBusy, send } = useMoneyCall(closeMany, {
    onDone: (output, { side }) => {
      void tell(side, output.message, closedById(output));
      onDone();
    },
    onFailed: ({ message }) => showToast('error', message),
    refresh: () => refreshMargin(client),
  });
  // A later close of other positions is another intention.
  const close = (which: Which): void =>
    void send({ side: which, ...filter }, { besides: meant(which).map(({ id }) => id) });
  return { isBusy, close };
}

/** Ids of those positions that are still open; undefined where the list cannot be fetched. */
async function stillOpen(
  positions: readonly Position[],
  filter: { readonly quoteId?: number },
): Promise<ReadonlySet<number> | undefined> {
  try {
    const rows = await allRows(
      (page) => positionsPage('holding', filter, page),
      ({ id }) => id,
    );
    const open = new Set(rows.map(({ id }) => id));
    return new Set(positions.map(({ id }) => id).filter((id) => open.has(id)));
  } catch {
    return undefined;
  }
}
