import type { Ruling } from '@meridian/contract/acceptor';
import type { Language } from '@meridian/contract/languages';

/** What a ruling is about, in words of the wire. */
interface Of {
  readonly id: number;
  /** USDT. */
  readonly number: string;
  readonly reason: string;
}

interface Notice {
  readonly subject: string;
  readonly body: (ruling: Ruling, of: Of) => string;
}

/** What both sides of a deal read when an operator has ended its dispute. */
export const RULING_NOTICES: Readonly<Record<Language, Notice>> = {
  en: {
    subject: 'Meridian: the dispute over your deal is decided',
    body: (ruling, { id, number, reason }) => `Deal ${id}: ${number} USDT ${ruling === 'pay' ? 'went to the acceptor' : 'went back to the seller'}. Reason: ${reason}`,
  },
  ko: {
    subject: 'Meridian: 거래 분쟁 판정 안내',
    body: (ruling, { id, number, reason }) => `거래 ${id}: ${number} USDT가 ${ruling === 'pay' ? '승인 딜러에게 지급되었습니다' : '판매자에게 반환되었습니다'}. 사유: ${reason}`,
  },
  ja: {
    subject: 'Meridian：取引の異議について裁定が出ました',
    body: (ruling, { id, number, reason }) => `取引 ${id}：${number} USDT は${ruling === 'pay' ? '承兌商に支払われました' : '売り手に返却されました'}。理由：${reason}`,
  },
  'zh-CN': {
    subject: 'Meridian：您的交易申诉已裁决',
    body: (ruling, { id, number, reason }) => `交易 ${id}：${number} USDT ${ruling === 'pay' ? '已付给承兑商' : '已退回卖方'}。原因：${reason}`,
  },
  'zh-TW': {
    subject: 'Meridian：您的交易申訴已裁決',
    body: (ruling, { id, number, reason }) => `交易 ${id}：${number} USDT ${ruling === 'pay' ? '已付給承兌商' : '已退回賣方'}。原因：${reason}`,
  },
  es: {
    subject: 'Meridian: la disputa de su operación está resuelta',
    body: (ruling, { id, number, reason }) => `Operación ${id}: ${number} USDT ${ruling === 'pay' ? 'se entregaron al aceptante' : 'se devolvieron al vendedor'}. Motivo: ${reason}`,
  },
};
