import type { DealAct } from '@meridian/contract/acceptor/calls';
import type { Language } from '@meridian/contract/languages';

/** Texts after making a deal, and after each act. */
export const DEAL_TEXTS: Readonly<
  Record<Language, Readonly<Record<'made' | 'stated' | DealAct, string>>>
> = {
  en: {
    made: 'Deal submitted',
    stated: 'Your statement is with our operators',
    mark: 'Marked as transferred',
    confirm: 'Deal confirmed',
    dispute: 'Dispute opened. The coins stay held',
    reject: 'Deal rejected. The coins are back',
  },
  ko: {
    made: '거래가 신청되었습니다',
    stated: '진술이 담당자에게 전달되었습니다',
    mark: '송금 완료로 표시되었습니다',
    confirm: '거래가 확인되었습니다',
    dispute: '이의가 접수되었습니다. 코인은 계속 보류됩니다',
    reject: '거래가 거절되어 코인이 반환되었습니다',
  },
  ja: {
    made: '取引を申し込みました',
    stated: '申し立て内容を担当者に送りました',
    mark: '送金済みにしました',
    confirm: '取引を確認しました',
    dispute: '異議を受け付けました。コインは保留されたままです',
    reject: '取引を拒否し、コインを返却しました',
  },
  'zh-CN': {
    made: '交易已提交',
    stated: '您的说明已提交给客服',
    mark: '已标记为已转账',
    confirm: '交易已确认',
    dispute: '申诉已提交,币将继续冻结',
    reject: '交易已拒绝,币已退回',
  },
  'zh-TW': {
    made: '交易已提交',
    stated: '您的說明已提交給客服',
    mark: '已標記為已轉帳',
    confirm: '交易已確認',
    dispute: '申訴已提交,幣將繼續凍結',
    reject: '交易已拒絕,幣已退回',
  },
  es: {
    made: 'Operación enviada',
    stated: 'Su declaración está en manos de nuestros operadores',
    mark: 'Marcada como transferida',
    confirm: 'Operación confirmada',
    dispute: 'Disputa abierta. Las monedas siguen retenidas',
    reject: 'Operación rechazada. Las monedas se han devuelto',
  },
};
