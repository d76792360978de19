import type { Language } from '@meridian/contract/languages';
import type { OrderStatus } from '@meridian/contract/spot/calls';

/** What a person reads after placing an order, by how it went. */
export const PLACED: Record<Language, Record<OrderStatus, string>> = {
  en: {
    open: 'Order placed',
    filled: 'Order filled',
    partly_filled: 'Order partly filled; the rest was cancelled',
    cancelled: 'Nothing could be traded; the order was cancelled',
  },
  ko: {
    open: '주문이 접수되었습니다',
    filled: '주문이 체결되었습니다',
    partly_filled: '주문이 일부 체결되고 나머지는 취소되었습니다',
    cancelled: '체결 가능한 물량이 없어 주문이 취소되었습니다',
  },
  ja: {
    open: '注文を受け付けました',
    filled: '注文が約定しました',
    partly_filled: '注文の一部が約定し、残りは取り消されました',
    cancelled: '約定できなかったため、注文は取り消されました',
  },
  'zh-CN': {
    open: '委托成功',
    filled: '委托已全部成交',
    partly_filled: '委托部分成交，其余已撤销',
    cancelled: '没有可成交的对手单，委托已撤销',
  },
  'zh-TW': {
    open: '委託成功',
    filled: '委託已全部成交',
    partly_filled: '委託部分成交，其餘已撤銷',
    cancelled: '沒有可成交的對手單，委託已撤銷',
  },
  es: {
    open: 'Orden enviada',
    filled: 'Orden ejecutada',
    partly_filled: 'Orden ejecutada en parte; el resto se anuló',
    cancelled: 'No había contrapartida; la orden se anuló',
  },
};

export const REVOKED: Record<Language, string> = {
  en: 'Order revoked',
  ko: '주문이 취소되었습니다',
  ja: '注文を取り消しました',
  'zh-CN': '撤单成功',
  'zh-TW': '撤單成功',
  es: 'Orden anulada',
};

/** How an order stands, in lists. */
export const STATUS_NAMES: Record<Language, Record<OrderStatus, string>> = {
  en: { open: 'Open', filled: 'Dealt', partly_filled: 'Partly dealt', cancelled: 'Cancelled' },
  ko: { open: '미체결', filled: '체결', partly_filled: '일부 체결', cancelled: '취소됨' },
  ja: { open: '未約定', filled: '約定済み', partly_filled: '一部約定', cancelled: '取消済み' },
  'zh-CN': { open: '未成交', filled: '已成交', partly_filled: '部分成交', cancelled: '已撤销' },
  'zh-TW': { open: '未成交', filled: '已成交', partly_filled: '部分成交', cancelled: '已撤銷' },
  es: {
    open: 'Abierta',
    filled: 'Ejecutada',
    partly_filled: 'Parcialmente ejecutada',
    cancelled: 'Anulada',
  },
};
