import type { Language } from '@meridian/contract/languages';
import type { Application } from './identities.ts';

interface Notice {
  readonly subject: string;
  readonly approved: Readonly<Record<Application['kind'], string>>;
  /** @param reason in the words of the operator */
  readonly rejected: (kind: Application['kind'], reason: string) => string;
}

/** What the owner of an account is told when a review has ended. */
export const REVIEW_NOTICES: Readonly<Record<Language, Notice>> = {
  en: {
    subject: 'Meridian: your verification',
    approved: { identity: 'Your identity is verified.', assets: 'Your proof of assets is accepted. Your daily withdrawal limit is higher now.' },
    rejected: (kind, reason) => `${kind === 'identity' ? 'Your identity could not be verified' : 'Your proof of assets was not accepted'}. Reason: ${reason}\n\nYou can apply again under identity verification.`,
  },
  ko: {
    subject: 'Meridian: 인증 심사 결과',
    approved: { identity: '신원 인증이 완료되었습니다.', assets: '자산 증빙이 승인되었습니다. 일일 출금 한도가 상향되었습니다.' },
    rejected: (kind, reason) => `${kind === 'identity' ? '신원 인증이 거절되었습니다' : '자산 증빙이 거절되었습니다'}. 사유: ${reason}\n\n신원 인증 메뉴에서 다시 신청하실 수 있습니다.`,
  },
  ja: {
    subject: 'Meridian：本人確認の審査結果',
    approved: { identity: '本人確認が完了しました。', assets: '資産証明が承認されました。1日の出金限度額が引き上げられました。' },
    rejected: (kind, reason) => `${kind === 'identity' ? '本人確認は承認されませんでした' : '資産証明は承認されませんでした'}。理由：${reason}\n\n本人確認のページから再度お申し込みいただけます。`,
  },
  'zh-CN': {
    subject: 'Meridian：认证审核结果',
    approved: { identity: '您的身份认证已通过。', assets: '您的资产证明已通过，每日提币限额已提高。' },
    rejected: (kind, reason) => `${kind === 'identity' ? '您的身份认证未通过' : '您的资产证明未通过'}。原因：${reason}\n\n您可在身份认证页面重新提交。`,
  },
  'zh-TW': {
    subject: 'Meridian：認證審核結果',
    approved: { identity: '您的身分認證已通過。', assets: '您的資產證明已通過，每日提領限額已提高。' },
    rejected: (kind, reason) => `${kind === 'identity' ? '您的身分認證未通過' : '您的資產證明未通過'}。原因：${reason}\n\n您可在身分認證頁面重新提交。`,
  },
  es: {
    subject: 'Meridian: su verificación',
    approved: { identity: 'Su identidad está verificada.', assets: 'Su comprobante de activos fue aceptado. Su límite diario de retiro es ahora mayor.' },
    rejected: (kind, reason) => `${kind === 'identity' ? 'No se pudo verificar su identidad' : 'Su comprobante de activos no fue aceptado'}. Motivo: ${reason}\n\nPuede volver a solicitarlo en la verificación de identidad.`,
  },
};
