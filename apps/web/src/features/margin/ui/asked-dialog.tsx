import { fixed, grouped, MISSING, percent } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market, Pair } from '../../../shared/market/market.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { cancelOrder, closePosition } from '../api.ts';
import { limitPrice } from '../model/order-figures.ts';
import { roiPercent } from '../model/position-figures.ts';
import type { MarginAccount, Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';
import { StopsDialog } from './stops-dialog.tsx';

const MONEY_DECIMALS = 4;

/** What is asked about before it is done. */
export interface Asked {
  readonly about: 'close' | 'cancel' | 'stops';
  readonly position: Position;
}

interface AskedDialogProps {
  readonly asked: Asked;
  /** What the socket last told. */
  readonly live: readonly MarginAccount[] | undefined;
  readonly marketOf: (pair: Pair) => Market | undefined;
  readonly onDone: () => void;
}

/** Asks before something is done to one position or order. */
export function AskedDialog({ asked, live, marketOf, onDone }: AskedDialogProps) {
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
  const roi = roiPercent(profit, position.margin);
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
            roi: roi === undefined ? MISSING : percent(roi, language),
          })}
        </p>
      )}
    </ConfirmDialog>
  );
}
