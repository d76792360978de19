import type { Language } from '@meridian/contract/languages';

/** What a person reads after a call, by what it did. */
export const DONE: Record<
  Language,
  Record<
    | 'opened'
    | 'placed'
    | 'waiting'
    | 'closing'
    | 'closed'
    | 'allClosed'
    | 'stopsSet'
    | 'revoking'
    | 'revoked',
    string
  >
> = {
  en: {
    opened: 'Position opened',
    placed: 'Order placed',
    waiting: 'Order accepted; it fills at the next price',
    closing: 'Closing at the next price',
    closed: 'Position closed',
    allClosed: 'Positions closed',
    stopsSet: 'Take-profit and stop-loss set',
    revoking: 'It is revoked with the next price',
    revoked: 'Order revoked',
  },
  ko: {
    opened: '포지션이 열렸습니다',
    placed: '주문이 접수되었습니다',
    waiting: '주문이 접수되었습니다. 다음 가격에 체결됩니다',
    closing: '다음 가격에 포지션을 종료합니다',
    closed: '포지션이 종료되었습니다',
    allClosed: '포지션이 모두 종료되었습니다',
    stopsSet: '익절·손절이 설정되었습니다',
    revoking: '다음 가격에서 취소됩니다',
    revoked: '주문이 취소되었습니다',
  },
  ja: {
    opened: 'ポジションを建てました',
    placed: '注文を受け付けました',
    waiting: '注文を受け付けました。次の価格で約定します',
    closing: '次の価格で決済します',
    closed: 'ポジションを決済しました',
    allClosed: 'ポジションを一括決済しました',
    stopsSet: '利確・損切りを設定しました',
    revoking: '次の価格で取り消されます',
    revoked: '注文を取り消しました',
  },
  'zh-CN': {
    opened: '开仓成功',
    placed: '委托成功',
    waiting: '委托已接受，将按下一个价格成交',
    closing: '将按下一个价格平仓',
    closed: '平仓成功',
    allClosed: '批量平仓成功',
    stopsSet: '止盈止损设置成功',
    revoking: '将在下一个价格撤销',
    revoked: '撤单成功',
  },
  'zh-TW': {
    opened: '開倉成功',
    placed: '委託成功',
    waiting: '委託已接受，將按下一個價格成交',
    closing: '將按下一個價格平倉',
    closed: '平倉成功',
    allClosed: '批量平倉成功',
    stopsSet: '止盈止損設定成功',
    revoking: '將在下一個價格撤銷',
    revoked: '撤單成功',
  },
  es: {
    opened: 'Posición abierta',
    placed: 'Orden enviada',
    waiting: 'Orden aceptada; se ejecuta al próximo precio',
    closing: 'Se cierra al próximo precio',
    closed: 'Posición cerrada',
    allClosed: 'Posiciones cerradas',
    stopsSet: 'Toma de ganancias y límite de pérdidas fijados',
    revoking: 'Se anula con el próximo precio',
    revoked: 'Orden anulada',
  },
};
