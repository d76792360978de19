import type { Language } from '@meridian/contract/languages';

/** What a person reads after a call, by what it did. */
export const DONE: Record<Language, Record<'opened' | 'placed' | 'closed' | 'allClosed' | 'stopsSet' | 'revoked', string>> = {
  en: { opened: 'Position opened', placed: 'Order placed', closed: 'Position closed', allClosed: 'Positions closed', stopsSet: 'Take-profit and stop-loss set', revoked: 'Order revoked' },
  ko: { opened: '포지션이 열렸습니다', placed: '주문이 접수되었습니다', closed: '포지션이 청산되었습니다', allClosed: '포지션이 일괄 청산되었습니다', stopsSet: '익절·손절이 설정되었습니다', revoked: '주문이 취소되었습니다' },
  ja: { opened: 'ポジションを建てました', placed: '注文を受け付けました', closed: 'ポジションを決済しました', allClosed: 'ポジションを一括決済しました', stopsSet: '利確・損切りを設定しました', revoked: '注文を取り消しました' },
  'zh-CN': { opened: '开仓成功', placed: '委托成功', closed: '平仓成功', allClosed: '批量平仓成功', stopsSet: '止盈止损设置成功', revoked: '撤单成功' },
  'zh-TW': { opened: '開倉成功', placed: '委託成功', closed: '平倉成功', allClosed: '批量平倉成功', stopsSet: '止盈止損設定成功', revoked: '撤單成功' },
  es: { opened: 'Posición abierta', placed: 'Orden enviada', closed: 'Posición cerrada', allClosed: 'Posiciones cerradas', stopsSet: 'Toma de ganancias y límite de pérdidas fijados', revoked: 'Orden anulada' },
};
