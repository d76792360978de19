import type { LeverPosition } from '@meridian/contract/margin';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useConnection } from '../../../realtime/connection.ts';
import { fixed, grouped } from '../../../shared/figures.ts';
import { newIdempotencyKey } from '../../../shared/http/idempotency-key.ts';
import { useLanguage } from '../../../shared/i18n/language.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import type { Market } from '../../../shared/market/market.ts';
import { useSession } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { NumberField } from '../../../shared/ui/number-field.tsx';
import { Pagination } from '../../../shared/ui/pagination.tsx';
import { Empty, Failure } from '../../../shared/ui/states.tsx';
import { TabContent, TabSet } from '../../../shared/ui/tabs.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { cancelOrder, closeMany, closePosition, POLL_MS, POSITIONS_PER_PAGE, positionsQuery, refreshMargin, setStops, type ListName } from '../api.ts';
import { useLeverTrade } from '../use-lever-trade.ts';
import { usePositionColumns } from './position-columns.tsx';
import styles from './positions.module.css';

const LISTS = ['holding', 'entrusted', 'closed', 'revoked'] as const satisfies readonly ListName[];
const WHICH = { all: '0', long: '1', short: '2' } as const;
type Which = keyof typeof WHICH;

/** What is asked about before it is done. */
type Asked = { readonly about: 'close' | 'cancel' | 'stops'; readonly position: LeverPosition } | { readonly about: 'batch' };

/** Own positions and orders of the market in four lists, with all that can be done to them. */
export function Positions({ market, isPlay }: { readonly market: Market; readonly isPlay: boolean }) {
  const t = useTranslate();
  const isLoggedIn = useSession((session) => session.token !== undefined);
  const [list, setList] = useState<ListName>('holding');
  const [asked, setAsked] = useState<Asked>();
  const tools = isLoggedIn && (
    <span className={styles['tools']}>
      {!isPlay && <Link to="/leverList">{t('margin.allRecords')}</Link>}
      <Button isSmall onClick={() => setAsked({ about: 'batch' })}>
        {t('margin.batchClose')}
      </Button>
    </span>
  );
  return (
    <section className={styles['panel']} aria-label={t('margin.positions')} data-area="orders" style={{ gridArea: 'orders' }}>
      <TabSet label={t('margin.positions')} value={list} onChange={setList} tabs={LISTS.map((name) => ({ name, label: t(`margin.list.${name}`) }))} tools={tools}>
        {LISTS.map((name) => (
          <TabContent key={name} name={name}>
            {name === list && (isLoggedIn ? <List key={`${name}:${market.key}`} list={name} market={market} onAsk={setAsked} /> : <Empty action={<Link to="/components/login">{t('auth.login')}</Link>}>{t('margin.loginFirst')}</Empty>)}
          </TabContent>
        ))}
      </TabSet>
      {asked?.about === 'batch' && <BatchDialog legalId={isPlay ? market.legal_id : undefined} onDone={() => setAsked(undefined)} />}
      {asked?.about === 'stops' && <StopsDialog position={asked.position} market={market} onDone={() => setAsked(undefined)} />}
      {(asked?.about === 'close' || asked?.about === 'cancel') && <EndDialog about={asked.about} position={asked.position} onDone={() => setAsked(undefined)} />}
    </section>
  );
}

interface ListProps {
  readonly list: ListName;
  readonly market: Market;
  readonly onAsk: (asked: Asked) => void;
}

function List({ list, market, onAsk }: ListProps) {
  const t = useTranslate();
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const isLive = useConnection(({ status }) => status === 'live');
  const live = useLeverTrade(market.legal_id);
  const { data, error, refetch } = useQuery({ ...positionsQuery(list, market, page), refetchInterval: isLive ? false : POLL_MS });
  const isOpen = list === 'holding';
  const action = (position: LeverPosition): ReactNode =>
    isOpen ? (
      <span className={styles['actions']}>
        <Button isSmall look="text" onClick={() => onAsk({ about: 'stops', position })}>
          {t('margin.setStops')}
        </Button>
        <Button isSmall look="text" onClick={() => onAsk({ about: 'close', position })}>
          {t('margin.close')}
        </Button>
      </span>
    ) : (
      <Button isSmall look="text" onClick={() => onAsk({ about: 'cancel', position })}>
        {t('orders.revoke')}
      </Button>
    );
  const isEnded = list === 'closed' || list === 'revoked';
  const columns = usePositionColumns({ isEnded, ...(isEnded ? {} : { action }) });
  // The event brings all of them, at each price.
  const pushed = isEnded ? undefined : live?.[isOpen ? 'trades_all' : 'trades_entrust'].filter(({ currency_id }) => currency_id === market.currency_id);
  const rows = pushed ?? data?.data;
  if (rows === undefined && error !== null) return <Failure message={error.message} onRetry={() => void refetch()} />;
  return (
    <>
      {isOpen && live !== undefined && (
        <p className={styles['standing']}>
          <span>{t('margin.hazard', { rate: grouped(live.hazard_rate, language) })}</span>
          <span>{t('margin.profitAll', { profit: fixed(live.profits_all, 4, { language }), currency: market.quote })}</span>
        </p>
      )}
      <DataTable label={t(`margin.list.${list}`)} columns={columns} rows={rows} rowKey={({ id }) => id} empty={<Empty>{t('margin.empty')}</Empty>} skeletonRows={3} />
      {pushed === undefined && data !== undefined && <Pagination page={page} pageCount={Math.ceil(data.total / POSITIONS_PER_PAGE)} onPage={setPage} />}
    </>
  );
}

/** Sends something once, says how it went and closes what asked. */
function useAction<Input>(act: (input: Input, options: { idempotencyKey: string }) => Promise<{ message: string }>, onDone: () => void) {
  const client = useQueryClient();
  const { isPending, mutate } = useMutation({
    mutationFn: (input: Input) => act(input, { idempotencyKey: newIdempotencyKey() }),
    onSuccess: ({ message }) => {
      showToast('success', message);
      onDone();
    },
    onError: (error) => showToast('error', error.message),
    onSettled: () => refreshMargin(client),
  });
  return { isPending, mutate };
}

function EndDialog({ about, position, onDone }: { readonly about: 'close' | 'cancel'; readonly position: LeverPosition; readonly onDone: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const { isPending, mutate } = useAction(about === 'close' ? closePosition : cancelOrder, onDone);
  const { id, symbol, share, type, price, now_price } = position;
  const side = t(type === 1 ? 'margin.long' : 'margin.short');
  return (
    <ConfirmDialog isOpen title={t(about === 'close' ? 'margin.closeTitle' : 'margin.cancelTitle')} confirmLabel={t(about === 'close' ? 'margin.close' : 'orders.revoke')} isBusy={isPending} onConfirm={() => mutate({ id })} onCancel={onDone}>
      <p>{t(about === 'close' ? 'margin.closeText' : 'margin.cancelText', { side, symbol, lots: share, price: grouped(about === 'close' ? now_price : price, language) })}</p>
    </ConfirmDialog>
  );
}

function StopsDialog({ position, market, onDone }: { readonly position: LeverPosition; readonly market: Market; readonly onDone: () => void }) {
  const t = useTranslate();
  const language = useLanguage();
  const shown = (text: string): string => (text === '0' ? '' : text);
  const [takeProfit, setTakeProfit] = useState(shown(position.target_profit_price));
  const [stopLoss, setStopLoss] = useState(shown(position.stop_loss_price));
  const { isPending, mutate } = useAction(setStops, onDone);
  const isLong = position.type === 1;
  const save = (): void => mutate({ id: position.id, target_profit_price: takeProfit === '' ? '0' : takeProfit, stop_loss_price: stopLoss === '' ? '0' : stopLoss });
  const actions = (
    <>
      <Button onClick={onDone}>{t('action.cancel')}</Button>
      <Button look="accent" isBusy={isPending} onClick={save}>
        {t('margin.saveStops')}
      </Button>
    </>
  );
  return (
    <Dialog isOpen title={t('margin.setStops')} onClose={onDone} actions={actions}>
      <div className={styles['fields']}>
        <p>{t(isLong ? 'margin.stopsLong' : 'margin.stopsShort', { price: grouped(position.price, language) })}</p>
        <NumberField label={t('margin.takeProfit')} unit={market.quote} value={takeProfit} onChange={setTakeProfit} />
        <NumberField label={t('margin.stopLoss')} unit={market.quote} value={stopLoss} onChange={setStopLoss} />
      </div>
    </Dialog>
  );
}

/** @param legalId of play money: of it alone, as real positions are closed without it */
function BatchDialog({ legalId, onDone }: { readonly legalId: number | undefined; readonly onDone: () => void }) {
  const t = useTranslate();
  const { isPending, mutate } = useAction(closeMany, onDone);
  return (
    <Dialog isOpen title={t('margin.batchClose')} onClose={onDone} actions={<Button onClick={onDone}>{t('action.cancel')}</Button>}>
      <div className={styles['fields']}>
        <p>{t('margin.batchText')}</p>
        {(Object.keys(WHICH) as Which[]).map((which) => (
          <Button key={which} isWide look="danger" isBusy={isPending} onClick={() => mutate({ type: WHICH[which], ...(legalId === undefined ? {} : { legal_id: legalId }) })}>
            {t(`margin.batch.${which}`)}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
