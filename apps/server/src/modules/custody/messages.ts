import type { Language } from '@meridian/contract/languages';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';

interface CustodyTexts {
  readonly requested: string;
  /** The withdrawal was paid at once to another user of the exchange. */
  readonly inSite: string;
  readonly cancelled: string;
  readonly addressAdded: string;
  readonly addressRemoved: string;
  readonly whitelistOn: string;
  readonly whitelistOff: string;
  readonly claimed: string;
}

/** Messages to customers after calls of custody. */
export const CUSTODY_TEXTS: Readonly<Record<Language, CustodyTexts>> = {
  en: {
    requested: 'Withdrawal submitted',
    inSite: 'Transfer to the other account complete',
    cancelled: 'Withdrawal cancelled',
    addressAdded: 'Address added',
    addressRemoved: 'Address removed',
    whitelistOn: 'The whitelist is on',
    whitelistOff: `The whitelist is off. Withdrawals are on hold for ${WITHDRAWAL_HOLD_HOURS} hours`,
    claimed: 'Recharge application has been submitted',
  },
  ko: {
    requested: '출금이 신청되었습니다',
    inSite: '상대 계정으로 송금되었습니다',
    cancelled: '출금이 취소되었습니다',
    addressAdded: '주소가 추가되었습니다',
    addressRemoved: '주소가 삭제되었습니다',
    whitelistOn: '화이트리스트가 켜졌습니다',
    whitelistOff: `화이트리스트가 해제되었습니다. ${WITHDRAWAL_HOLD_HOURS}시간 동안 출금이 보류됩니다`,
    claimed: '충전 신청이 접수되었습니다',
  },
  ja: {
    requested: '出金を申請しました',
    inSite: '相手の口座へ送金しました',
    cancelled: '出金を取り消しました',
    addressAdded: 'アドレスを追加しました',
    addressRemoved: 'アドレスを削除しました',
    whitelistOn: 'ホワイトリストを有効にしました',
    whitelistOff: `ホワイトリストを無効にしました。${WITHDRAWAL_HOLD_HOURS}時間は出金できません`,
    claimed: '入金申請を受け付けました',
  },
  'zh-CN': {
    requested: '提币申请已提交',
    inSite: '站内转账成功',
    cancelled: '提币已取消',
    addressAdded: '地址已添加',
    addressRemoved: '地址已删除',
    whitelistOn: '白名单已开启',
    whitelistOff: `白名单已关闭,${WITHDRAWAL_HOLD_HOURS}小时内暂停提币`,
    claimed: '充值申请已提交',
  },
  'zh-TW': {
    requested: '提幣申請已提交',
    inSite: '站內轉帳成功',
    cancelled: '提幣已取消',
    addressAdded: '地址已新增',
    addressRemoved: '地址已刪除',
    whitelistOn: '白名單已開啟',
    whitelistOff: `白名單已關閉,${WITHDRAWAL_HOLD_HOURS}小時內暫停提幣`,
    claimed: '儲值申請已提交',
  },
  es: {
    requested: 'Retiro solicitado',
    inSite: 'Transferencia a la otra cuenta realizada',
    cancelled: 'Retiro anulado',
    addressAdded: 'Dirección añadida',
    addressRemoved: 'Dirección eliminada',
    whitelistOn: 'La lista blanca está activa',
    whitelistOff: `La lista blanca está desactivada. Los retiros se retienen ${WITHDRAWAL_HOLD_HOURS} horas`,
    claimed: 'Solicitud de recarga enviada',
  },
};
