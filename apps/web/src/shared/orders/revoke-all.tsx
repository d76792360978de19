import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Meaning } from '../http/intentions.ts';
import { useMoneyCall, type MoneyRequest } from '../http/money-call.ts';
import { useTranslate } from '../i18n/translate.ts';
import { sameSession } from '../session.ts';
import { useShortcut } from '../shortcuts/shortcuts.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { showToast } from '../ui/toasts.ts';

/** An order to be revoked, and what identifies that besides its input. */
interface Revocation<Input> {
  readonly input: Input;
  readonly meaning?: Meaning;
}

interface RevokeAllProps<Input> {
  /** Revokes one order. */
  readonly request: MoneyRequest<Input, unknown>;
  /** The orders listed now, on every page: exactly these are revoked. */
  readonly orders: () => Promise<readonly Revocation<Input>[]>;
  /** The question before revoking so many orders. */
  readonly text: (count: number) => string;
  /** Called after the last order, to refetch the changed lists. */
  readonly refresh: () => void;
  readonly isDisabled?: boolean;
}

/**
 * Revokes all listed open orders, on every page. An order placed after the press stays, and one
 * that has ended meanwhile is not counted.
 */
export function RevokeAll<Input>({
  orders: fetchOrders,
  text,
  isDisabled = false,
  ...call
}: RevokeAllProps<Input>) {
  const t = useTranslate();
  const [asked, setAsked] = useState<readonly Revocation<Input>[]>();
  const [isLoading, setLoading] = useState(false);
  const { isBusy, revokeAll } = useRevokeAll({ ...call, onDone: () => setAsked(undefined) });
  const ask = async (focused: Element | null): Promise<void> => {
    setLoading(true);
    let orders: readonly Revocation<Input>[] | undefined;
    try {
      orders = await fetchOrders();
    } catch (error) {
      showToast('error', error instanceof Error ? error.message : String(error));
    }
    // While it was busy the button could not keep the focus, which the dialog gives back to it.
    flushSync(() => setLoading(false));
    if (focused instanceof HTMLElement) focused.focus();
    if (orders === undefined) return;
    if (orders.length > 0) setAsked(orders);
    else showToast('info', t('orders.noOpen'));
  };
  useShortcut('x', () => {
    if (isDisabled) showToast('info', t('orders.noOpen'));
    else if (!isLoading) void ask(document.activeElement);
  });
  return (
    <>
      <Button
        isSmall
        disabled={isDisabled}
        isBusy={isLoading}
        onClick={() => void ask(document.activeElement)}
      >
        {t('orders.revokeAll')}
      </Button>
      <ConfirmDialog
        isOpen={asked !== undefined}
        title={t('orders.revokeAllTitle')}
        confirmLabel={t('orders.revokeAll')}
        cancelLabel={t('orders.keep')}
        isBusy={isBusy}
        onConfirm={() => asked !== undefined && void revokeAll(asked)}
        onCancel={() => setAsked(undefined)}
      >
        {asked !== undefined && <p>{text(asked.length)}</p>}
      </ConfirmDialog>
    </>
  );
}

interface Revoking<Input> extends Pick<RevokeAllProps<Input>, 'request' | 'refresh'> {
  readonly onDone: () => void;
}

/**
 * One after the other, each an intention of its own: after a lost answer, another press revokes
 * none twice.
 */
function useRevokeAll<Input>({ request, refresh, onDone }: Revoking<Input>) {
  const t = useTranslate();
  const [isBusy, setBusy] = useState(false);
  const last = useRef<{ became: 'revoked' | 'refused' | 'lost'; why?: string }>({ became: 'lost' });
  const { send } = useMoneyCall(request, {
    onDone: () => (last.current = { became: 'revoked' }),
    onFailed: ({ message }, isAnswered) => {
      last.current = { became: isAnswered ? 'refused' : 'lost', why: message };
      if (!isAnswered) showToast('error', message);
    },
    refresh: () => undefined,
  });
  const revokeAll = async (orders: readonly Revocation<Input>[]): Promise<void> => {
    setBusy(true);
    const isSame = sameSession();
    let done = 0;
    let why = '';
    for (const { input, meaning } of orders) {
      last.current = { became: 'lost' };
      await send(input, meaning);
      if (last.current.became === 'lost') break;
      if (last.current.became === 'revoked') done++;
      else why = last.current.why ?? '';
    }
    setBusy(false);
    refresh();
    if (!isSame()) return;
    const isLost = last.current.became === 'lost';
    if (done > 0 || !isLost)
      showToast(
        done === orders.length ? 'success' : 'info',
        `${t('orders.revokedOf', { done, count: orders.length })} ${why}`.trim(),
      );
    if (!isLost) onDone();
  };
  return { isBusy, revokeAll };
}
