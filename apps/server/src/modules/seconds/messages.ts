import type { Language } from '@meridian/contract/languages';

type Deed = 'opened' | 'insured' | 'ended';

/** What a person reads after a call of seconds contracts. */
export const SECONDS_MESSAGES: Record<Deed, Record<Language, string>> = {
  opened: {
    en: 'Contract opened',
    ko: '계약이 체결되었습니다',
    ja: '契約を開始しました',
    'zh-CN': '下单成功',
    'zh-TW': '下單成功',
    es: 'Contrato abierto',
  },
  insured: {
    en: 'Insurance bought',
    ko: '보험에 가입되었습니다',
    ja: '保険に加入しました',
    'zh-CN': '保险购买成功',
    'zh-TW': '保險購買成功',
    es: 'Seguro contratado',
  },
  ended: {
    en: 'Insurance ended. Its price is not paid back',
    ko: '보험이 해지되었습니다. 보험료는 환급되지 않습니다',
    ja: '保険を解約しました。保険料は返金されません',
    'zh-CN': '保险已取消，保险费不退还',
    'zh-TW': '保險已取消，保險費不退還',
    es: 'Seguro terminado. La prima no se devuelve',
  },
};
