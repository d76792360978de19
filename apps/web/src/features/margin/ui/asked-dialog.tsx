import { useState } from 'react';
import { fixed, grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { cancelOrder, closeMany, closePosition } from '../api.ts';
import { limitPrice } from '../model/order-figures.ts';
import type { BatchClose, MarginAccount, Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';
import styles from './positions.module.css';
import { StopsDialog } from './stops-dialog.tsx';

const MONEY_DECIMALS = 4;
const WHICH = ['all', 'long', 'short'] as const;
type Which = (typeof WHICH)[number];

/** What is asked about before it is done. */
export type Asked =
  | { readonly about: 'close' | 'cancel' | 'stops'; readonly position: Position }
  | { readonly about: 'batch' };

interface AskedDialogProps {
  readonly asked: Asked;
  /** What the socket last told. */
  readonly live: readonly MarginAccount[] | undefined;
  /** Quote currency of play money; undefined with real money. */
  readonly playQuoteId: number | undefined;
  readonly marketOf: (pair: Pair) => Market | undefined;
  readonly onDone: () => void;
}

/** Asks before something is done to one position or order, or to all positions. */
export function AskedDialog({ asked, live, playQuoteId, marketOf, onDone }: AskedDialogProps) {
  if (asked.about === 'batch')
    return (
      <BatchDialog
        quoteId={playQuoteId}
        open={live?.flatMap(({ positions }) => positions)}
        onDone={onDone}
      />
    );
  const position = asOfNow(asked.position, live);
  if (asked.about === 'stops')
    return <StopsDialog position={position} market={marketOf(asked.position)} onDone={onDone} />;
  return <EndDialog about={asked.about} position={position} onDone={onDone} />;
}

/**
 * A position as the socket last told it: the mark price that its stops are judged by moves while a
 * dialog is open.
 */
function asOfNow(position: Position, live: readonly MarginAccount[] | undefined): Position {
  return (
    live?.flatMap(({ positions }) => positions).find(({ id }) => id === position.id) ?? position
  );
}

function EndDialog({
  about,
  position,
  onDone,
}: {
  readonly about: 'close' | 'cancel';
  readonly position: Position;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, symbol, lots, entryPrice, indexPrice, markPrice, profit } = position;
  const [, currency = ''] = symbol.split('/');
  const side = t(`margin.${position.side}`);
  const limit = limitPrice(position);
  const asked = grouped(
    about === 'close' ? indexPrice : limit === '0' ? entryPrice : limit,
    language,
  );
  const at = about === 'close' ? `≈ ${asked}` : asked;
  const told = (done: string): string => t('margin.told', { done, side, symbol, lots, price: at });
  const { isBusy, send } = usePositionCall(about === 'close' ? closePosition : cancelOrder, {
    told,
    onDone,
  });
  return (
    <ConfirmDialog
      isOpen
      title={t(about === 'close' ? 'margin.closeTitle' : 'margin.cancelTitle')}
      confirmLabel={t(about === 'close' ? 'margin.close' : 'orders.revoke')}
      isBusy={isBusy}
      onConfirm={() => void send({ id })}
      onCancel={onDone}
    >
      <p>
        {t(about === 'close' ? 'margin.closeText' : 'margin.cancelText', {
          side,
          symbol,
          lots,
          price: asked,
        })}
      </p>
      {about === 'close' && (
        <p>
          {t('margin.closeProfit', {
            mark: grouped(markPrice, language),
            profit: fixed(profit, MONEY_DECIMALS, { language }),
            currency,
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}

function countsBySide(positions: readonly Position[]): Readonly<Record<Which, number>> {
  const long = positions.filter(({ side }) => side === 'long').length;
  return { all: positions.length, long, short: positions.length - long };
}

interface BatchDialogProps {
  /** Of play money: of it alone, as real positions are closed without it. */
  readonly quoteId: number | undefined;
  /** What is open now; undefined while that is not known. */
  readonly open: readonly Position[] | undefined;
  readonly onDone: () => void;
}

function BatchDialog({ quoteId, open, onDone }: BatchDialogProps) {
  const t = useTranslate();
  const language = useLanguage();
  const counts = open && countsBySide(open);
  // As of when it was asked: where the first answer was lost, they are gone when the second comes.
  const [asked] = useState(open ?? []);
  const closedBy = (which: Which): readonly Position[] =>
    asked.filter(({ side }) => which === 'all' || which === side);
  const told = (done: string, { side: which }: BatchClose): string => {
    const list = closedBy(which).map(({ side, symbol, lots, indexPrice }) =>
      t('margin.toldOne', {
        side: t(`margin.${side}`),
        symbol,
        lots,
        price: grouped(indexPrice, language),
      }),
    );
    return list.length === 0 ? done : t('margin.toldMany', { done, list: list.join('; ') });
  };
  const { isBusy, send } = usePositionCall(closeMany, { told, onDone });
  // To close what is open another time is another intention.
  const close = (which: Which): void =>
    void send(
      { side: which, ...(quoteId === undefined ? {} : { quoteId }) },
      closedBy(which).map(({ id }) => id),
    );
  return (
    <Dialog
      isOpen
      title={t('margin.batchClose')}
      onClose={onDone}
      actions={<Button onClick={onDone}>{t('action.cancel')}</Button>}
    >
      <div className={styles['fields']}>
        <p>{t('margin.batchText')}</p>
        {WHICH.map((which) => (
          <Button
            key={which}
            isWide
            look="danger"
            isBusy={isBusy}
            disabled={counts?.[which] === 0}
            onClick={() => close(which)}
          >
            {counts === undefined
              ? t(`margin.batch.${which}`)
              : t('orders.counted', { name: t(`margin.batch.${which}`), count: counts[which] })}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
