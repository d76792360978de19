import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { grouped, MISSING } from '../../../shared/figures.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import type { Market } from '../../../shared/market/market.ts';
import { showToast } from '../../../shared/ui/toasts.ts';
import { offerQuery } from '../api.ts';
import { closedFigures } from '../model/closed-figures.ts';
import { closedOf, reversePosition } from '../positions-api.ts';
import { areSameTerms, type Position } from '../model/position.ts';
import { usePositionCall } from '../use-position-call.ts';

const OTHER = { long: 'short', short: 'long' } as const;

/**
 * Asks before a position is closed and its other side opened, and ends when the terms change that
 * it shows.
 */
export function ReverseDialog({
  position,
  market,
  onDone,
}: {
  readonly position: Position;
  /** Undefined where it is no longer listed. */
  readonly market: Market | undefined;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const language = useLanguage();
  const { id, symbol, lots, leverage, indexPrice } = position;
  const { data: offer } = useQuery(offerQuery(position));
  const [seen, setSeen] = useState(offer);
  if (seen === undefined && offer !== undefined) setSeen(offer);
  const figures = { symbol, lots, price: `≈ ${grouped(indexPrice, language)}` };
  const side = t(`margin.${position.side}`);
  const other = t(`margin.${OTHER[position.side]}`);
  const { isBusy, send } = usePositionCall(reversePosition, {
    told: (done, _input, output) => {
      const closed = closedOf(output.closed);
      if (closed === undefined) return t('margin.told', { ...figures, done, side: other });
      // A stop may have come first: then nothing was opened.
      return t('position.toldClosed', {
        ...{ done, side: output.id === 0 ? side : `${side} → ${other}` },
        ...closedFigures(closed, position, market, language),
      });
    },
    onDone,
  });
  const isOver = seen !== undefined && offer !== undefined && !areSameTerms(seen, offer);
  useEffect(() => {
    if (!isOver || isBusy) return;
    showToast('info', t('site.termsChanged'));
    onDone();
  }, [isOver, isBusy, onDone, t]);
  const percent = (term: 'spread' | 'fee' | 'slippage'): string =>
    seen === undefined ? MISSING : grouped(seen[term], language);
  return (
    <ConfirmDialog
      isOpen
      title={t('position.reverseTitle')}
      confirmLabel={t('position.reverse')}
      isBusy={isBusy}
      isReady={seen !== undefined && !isOver}
      onConfirm={() => {
        if (seen === undefined) return;
        const { spread, fee, slippage } = seen;
        void send({ id, seen: { spread, fee, slippage } }, { typed: { id } });
      }}
      onCancel={onDone}
    >
      <p>
        {t('position.reverseText', {
          ...figures,
          side,
          other,
          leverage: t('margin.times', { leverage }),
        })}
      </p>
      <p>
        {t('position.reverseNote', {
          spread: percent('spread'),
          fee: percent('fee'),
          slippage: percent('slippage'),
        })}
      </p>
    </ConfirmDialog>
  );
}
