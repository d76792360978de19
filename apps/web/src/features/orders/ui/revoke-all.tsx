import type { OpenOrder } from '@meridian/contract/spot';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refreshAccount } from '../../../realtime/account-feed.ts';
import { allRows } from '../../../shared/export/all-rows.ts';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { openOrdersPage, revokeOrder } from '../api.ts';
import type { OrderFilter } from '../model/order-filter.ts';

interface RevokeAllProps {
  /** What is listed is what is revoked. */
  readonly filter: OrderFilter;
  /** The market that the filter is about; of all without. */
  readonly pair: string | undefined;
  readonly isDisabled?: boolean;
}

/**
 * Revokes all open orders that are listed, on every page. Those that were open when it was asked: one that is placed later stays, and
 * one that has ended meanwhile is not counted.
 */
export function RevokeAll({ filter, pair, isDisabled = false }: RevokeAllProps) {
  const t = useTranslate();
  const [asked, setAsked] = useState<readonly OpenOrder[]>();
  const [isLoading, setLoading] = useState(false);
  const { isBusy, revokeAll } = useRevokeAll(() => setAsked(undefined));
  const ask = async (): Promise<void> => {
    setLoading(true);
    try {
      const orders = await allRows((page) => openOrdersPage(filter, page), ({ id }) => id);
      if (orders.length > 0) setAsked(orders);
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    } finally {
      setLoading(false);
    }
  };
  const count = asked?.length ?? 0;
  return (
    <>
      <Button isSmall disabled={isDisabled} isBusy={isLoading} onClick={() => void ask()}>
        {t('orders.revokeAll')}
      </Button>
      <ConfirmDialog isOpen={asked !== undefined} title={t('orders.revokeAllTitle')} confirmLabel={t('orders.revokeAll')} isBusy={isBusy} onConfirm={() => asked !== undefined && void revokeAll(asked)} onCancel={() => setAsked(undefined)}>
        {asked !== undefined && <p>{t('orders.revokeAllText', { count, pairs: pair ?? t('orders.allPairs'), sides: t(`orders.side.${filter.side ?? 'both'}`) })}</p>}
      </ConfirmDialog>
    </>
  );
}

/** One after the other, each an intention of its own: pressed again after a lost answer, none is revoked twice. */
function useRevokeAll(onDone: () => void) {
  const t = useTranslate();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const last = useRef<{ became: 'revoked' | 'refused' | 'lost'; why?: string }>({ became: 'lost' });
  const { send } = useMoneyCall(revokeOrder, {
    onDone: () => (last.current = { became: 'revoked' }),
    onFailed: ({ message }, isAnswered) => {
      last.current = { became: isAnswered ? 'refused' : 'lost', why: message };
      if (!isAnswered) showToast('error', message);
    },
    refresh: () => undefined,
  });
  const revokeAll = async (orders: readonly OpenOrder[]): Promise<void> => {
    setBusy(true);
    let done = 0;
    let why = '';
    for (const { id, type } of orders) {
      last.current = { became: 'lost' };
      await send({ id, type });
      if (last.current.became === 'lost') break;
      if (last.current.became === 'revoked') done++;
      else why = last.current.why ?? '';
    }
    setBusy(false);
    refreshAccount(client);
    const isLost = last.current.became === 'lost';
    if (done > 0 || !isLost) showToast(done === orders.length ? 'success' : 'info', `${t('orders.revokedOf', { done, count: orders.length })} ${why}`.trim());
    if (!isLost) onDone();
  };
  return { isBusy, revokeAll };
}
