import { grouped } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { cancelOrder } from '../positions-api.ts';
import { revocationOf } from '../model/close-order.ts';
import { limitPrice } from '../model/order-figures.ts';
import type { MarginAccount, Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';
import { AddedMarginDialog } from './added-margin-dialog.tsx';
import type { Asked } from './asked.ts';
import { CloseDialog } from './close-dialog.tsx';
import { ReverseDialog } from './reverse-dialog.tsx';
import { StopsDialog } from './stops-dialog.tsx';

interface AskedDialogProps {
  readonly asked: Asked;
  /** Margin accounts of the socket's last event. */
  readonly live: readonly MarginAccount[] | undefined;
  readonly marketOf: (pair: Pair) => Market | undefined;
  readonly onDone: () => void;
  /** Element that the dialog of stops opens in: the chart, while it fills the screen. */
  readonly container?: HTMLElement | null;
}

/** The dialog that asks before an action on one position or order. */
export function AskedDialog({ asked, live, marketOf, onDone, container }: AskedDialogProps) {
  const position = asOfNow(asked.position, live);
  const market = marketOf(position);
  const account = live?.find(({ quoteId }) => quoteId === position.quoteId);
  switch (asked.about) {
    case 'stops':
      return <StopsDialog {...{ position, market, onDone, container }} first={asked.stops} />;
    case 'close':
      return <CloseDialog {...{ position, market, onDone }} />;
    case 'reverse':
      return <ReverseDialog {...{ position, market, onDone }} />;
    case 'margin':
      return <AddedMarginDialog {...{ position, market, onDone }} available={account?.available} />;
    case 'cancel':
      return <CancelDialog {...{ position, onDone }} />;
  }
}

/**
 * A position as of the socket's last event: the mark price, against which its stops are checked,
 * moves while a dialog is open.
 */
function asOfNow(position: Position, live: readonly MarginAccount[] | undefined): Position {
  return (
    live?.flatMap(({ positions }) => positions).find(({ id }) => id === position.id) ?? position
  );
}

function CancelDialog({
  position,
  onDone,
}: {
  readonly position: Position;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { symbol, entryPrice, indexPrice, limitClose } = position;
  const { input, meaning } = revocationOf(position);
  const side = t(`margin.${position.side}`);
  const isClose = position.list === 'holding';
  const limit = isClose ? (limitClose?.price ?? indexPrice) : limitPrice(position);
  const lots = isClose && limitClose !== undefined ? limitClose.lots : position.lots;
  const price = grouped(limit === '0' ? entryPrice : limit, language);
  const told = (done: string): string => t('margin.told', { done, side, symbol, lots, price });
  const { isBusy, send } = usePositionCall(cancelOrder, { told, onDone });
  return (
    <ConfirmDialog
      isOpen
      title={t(isClose ? 'position.revokeCloseTitle' : 'position.cancelTitle')}
      confirmLabel={t(isClose ? 'position.revokeClose' : 'orders.revokeOne')}
      cancelLabel={t('orders.keep')}
      isBusy={isBusy}
      onConfirm={() => void send(input, meaning)}
      onCancel={onDone}
    >
      <p>{t('position.cancelText', { side, symbol, lots, price })}</p>
    </ConfirmDialog>
  );
}
