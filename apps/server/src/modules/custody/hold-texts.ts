import type { CallOutput } from '@meridian/contract/schema/call';
import type { confirmBegin, HoldReason } from '@meridian/contract/custody/calls';
import type { Language } from '@meridian/contract/languages';
import { shanghaiTime } from '../market/shanghai-time.ts';
import type { Forecast } from './withdrawal-forecast.ts';

interface HoldTexts {
  readonly reviewed: string;
  /** @param time Asia/Shanghai */
  readonly waits: (time: string) => string;
  readonly behind: string;
  readonly reasons: Readonly<Record<HoldReason, string>>;
  /** Follows a reason. @param time Asia/Shanghai */
  readonly until: (time: string) => string;
}

/**
 * Texts for the owner of a withdrawal that does not leave at once. They name no limit and no count:
 * a thief would stay below it.
 */
export const HOLD_TEXTS: Readonly<Record<Language, HoldTexts>> = {
  en: {
    reviewed: 'Our staff look at this withdrawal before it is sent. Until then you can cancel it.',
    waits: (time) =>
      `It leaves at ${time} (UTC+8), or sooner where our staff approve it. Until then you can cancel it.`,
    behind: 'It waits until our staff have looked at another withdrawal of yours.',
    reasons: {
      new_address: 'The address is new to your account',
      new_device: 'The device is new to your account',
      security_change: 'A security setting of your account was changed lately',
      velocity: 'Many withdrawals were asked for within a day',
      amount: 'The amount is large, alone or with others of the same day',
      other_review: 'Another withdrawal of yours is under review',
    },
    until: (time) => `until ${time}, UTC+8`,
  },
  ko: {
    reviewed: '보내기 전에 담당자가 이 출금을 확인합니다. 그 전까지 취소할 수 있습니다.',
    waits: (time) =>
      `${time}(UTC+8)에 전송되며, 담당자가 승인하면 더 빨라집니다. 그 전까지 취소할 수 있습니다.`,
    behind: '담당자가 다른 출금을 확인할 때까지 대기합니다.',
    reasons: {
      new_address: '계정에서 처음 쓰는 주소입니다',
      new_device: '계정에서 처음 쓰는 기기입니다',
      security_change: '최근 계정의 보안 설정이 변경되었습니다',
      velocity: '하루 동안 출금 신청이 많았습니다',
      amount: '이 출금만으로 또는 같은 날의 다른 출금과 합쳐 금액이 큽니다',
      other_review: '다른 출금이 검토 중입니다',
    },
    until: (time) => `${time}까지, UTC+8`,
  },
  ja: {
    reviewed: '送金前に担当者がこの出金を確認します。それまでは取り消せます。',
    waits: (time) =>
      `${time}（UTC+8）に送金します。担当者が承認すれば早まります。それまでは取り消せます。`,
    behind: '担当者が別の出金の確認を終えるまで待ちます。',
    reasons: {
      new_address: 'この口座では新しいアドレスです',
      new_device: 'この口座では新しい端末です',
      security_change: '最近、口座のセキュリティ設定が変更されました',
      velocity: '一日の出金の申請が多くなっています',
      amount: 'この出金だけで、または同じ日の他の出金と合わせて高額です',
      other_review: '別の出金を確認しています',
    },
    until: (time) => `${time} まで、UTC+8`,
  },
  'zh-CN': {
    reviewed: '发送前由工作人员审核本次提币，在此之前您可以取消。',
    waits: (time) => `将于 ${time}（UTC+8）转出，工作人员批准后可提前。在此之前您可以取消。`,
    behind: '需等工作人员审核完您的另一笔提币。',
    reasons: {
      new_address: '该地址对您的账户是新地址',
      new_device: '该设备对您的账户是新设备',
      security_change: '您账户的安全设置最近有变更',
      velocity: '一天内提币申请较多',
      amount: '金额较大，或与当天其他提币合计较大',
      other_review: '您的另一笔提币正在审核',
    },
    until: (time) => `至 ${time}，UTC+8`,
  },
  'zh-TW': {
    reviewed: '發送前由工作人員審核本次提幣，在此之前您可以取消。',
    waits: (time) => `將於 ${time}（UTC+8）轉出，工作人員核准後可提前。在此之前您可以取消。`,
    behind: '需等工作人員審核完您的另一筆提幣。',
    reasons: {
      new_address: '該地址對您的帳戶是新地址',
      new_device: '該裝置對您的帳戶是新裝置',
      security_change: '您帳戶的安全設定最近有變更',
      velocity: '一天內提幣申請較多',
      amount: '金額較大，或與當天其他提幣合計較大',
      other_review: '您的另一筆提幣正在審核',
    },
    until: (time) => `至 ${time}，UTC+8`,
  },
  es: {
    reviewed:
      'Nuestro personal revisa este retiro antes de enviarlo. Hasta entonces puede anularlo.',
    waits: (time) =>
      `Sale el ${time} (UTC+8), o antes si nuestro personal lo aprueba. Hasta entonces puede anularlo.`,
    behind: 'Espera hasta que nuestro personal haya revisado otro retiro suyo.',
    reasons: {
      new_address: 'La dirección es nueva para su cuenta',
      new_device: 'El dispositivo es nuevo para su cuenta',
      security_change: 'Hace poco se cambió un ajuste de seguridad de su cuenta',
      velocity: 'Se pidieron muchos retiros en un día',
      amount: 'El importe es elevado, por sí solo o con otros del mismo día',
      other_review: 'Otro retiro suyo está en revisión',
    },
    until: (time) => `hasta el ${time}, UTC+8`,
  },
};

type Hold = Pick<CallOutput<typeof confirmBegin>, 'hold_text' | 'hold_reasons'>;

/** The reasons that hold a withdrawal back, as text; empty for a withdrawal that leaves at once. */
export function holdOf(language: Language, { isReviewed, waitsUntilMs, reasons }: Forecast): Hold {
  const texts = HOLD_TEXTS[language];
  const waiting = waitsUntilMs > 0 ? texts.waits(shanghaiTime(waitsUntilMs)) : texts.behind;
  return {
    hold_text: isReviewed ? texts.reviewed : reasons.length > 0 ? waiting : '',
    hold_reasons: reasons.map(({ reason, untilMs }) => {
      const until = untilMs === 0 ? '' : shanghaiTime(untilMs);
      const text = texts.reasons[reason];
      return { reason, text: until === '' ? text : `${text} (${texts.until(until)})`, until };
    }),
  };
}

/** The same as lines of a message; '' for a withdrawal that leaves at once. */
export function holdLines(language: Language, forecast: Forecast): string {
  const { hold_text: text, hold_reasons: reasons } = holdOf(language, forecast);
  return [text, ...reasons.map((each) => `- ${each.text}`)].join('\n');
}
