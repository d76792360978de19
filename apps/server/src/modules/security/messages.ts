import type { Language } from '@meridian/contract/languages';

interface SecurityTexts {
  readonly steppedUp: string;
  readonly totpDisabled: string;
  readonly passkeyRemoved: string;
  readonly fundPasswordSet: string;
  readonly antiPhishingSet: string;
}

/** Texts of security calls. */
export const SECURITY_TEXTS: Readonly<Record<Language, SecurityTexts>> = {
  en: {
    steppedUp: 'Confirmed.',
    totpDisabled: 'The authenticator has been removed.',
    passkeyRemoved: 'The passkey has been removed.',
    fundPasswordSet: 'The fund password has been set.',
    antiPhishingSet: 'The anti-phishing code has been set.',
  },
  ko: {
    steppedUp: '확인되었습니다.',
    totpDisabled: '인증 앱이 해제되었습니다.',
    passkeyRemoved: '패스키가 삭제되었습니다.',
    fundPasswordSet: '자금 비밀번호가 설정되었습니다.',
    antiPhishingSet: '피싱 방지 코드가 설정되었습니다.',
  },
  ja: {
    steppedUp: '確認しました。',
    totpDisabled: '認証アプリを解除しました。',
    passkeyRemoved: 'パスキーを削除しました。',
    fundPasswordSet: '資金パスワードを設定しました。',
    antiPhishingSet: 'フィッシング対策コードを設定しました。',
  },
  'zh-CN': {
    steppedUp: '验证通过。',
    totpDisabled: '身份验证器已停用。',
    passkeyRemoved: '通行密钥已移除。',
    fundPasswordSet: '资金密码已设置。',
    antiPhishingSet: '防钓鱼码已设置。',
  },
  'zh-TW': {
    steppedUp: '驗證成功。',
    totpDisabled: '驗證器已停用。',
    passkeyRemoved: '通行金鑰已移除。',
    fundPasswordSet: '資金密碼已設定。',
    antiPhishingSet: '防釣魚碼已設定。',
  },
  es: {
    steppedUp: 'Confirmado.',
    totpDisabled: 'La aplicación de autenticación se ha quitado.',
    passkeyRemoved: 'La llave de acceso se ha eliminado.',
    fundPasswordSet: 'La contraseña de fondos se ha establecido.',
    antiPhishingSet: 'El código antiphishing se ha establecido.',
  },
};
