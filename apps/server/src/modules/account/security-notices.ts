import type { Language } from '@meridian/contract/languages';
import type { SecurityChange } from '@meridian/contract/security/calls';
import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';

interface Circumstances {
  /** YYYY-MM-DD HH:mm:ss, Asia/Shanghai. */
  readonly time: string;
  readonly device: string;
  readonly address: string;
}

interface Notice {
  readonly subject: string;
  readonly body: (change: SecurityChange, of: Circumstances) => string;
  /**
   * Not a change of security: an account of payments was saved, to which a thief might have sales
   * paid.
   */
  readonly accountSaved: (of: Circumstances) => string;
  /** Comes before the link that freezes the account. */
  readonly freeze: string;
}

const HOURS = WITHDRAWAL_HOLD_HOURS;

function from({ device, address }: Circumstances): string {
  return device === '' ? address : `${device}, ${address}`;
}

const EN: Readonly<Record<SecurityChange, string>> = {
  password_changed: 'Your login password was changed',
  password_reset: 'Your login password was reset',
  email_bound: 'An e-mail address was bound',
  mobile_bound: 'A phone number was bound',
  totp_enabled: 'An authenticator was added',
  totp_disabled: 'The authenticator was removed',
  recovery_codes_made: 'New recovery codes were made',
  recovery_code_used: 'A recovery code was used',
  passkey_added: 'A passkey was added',
  passkey_removed: 'A passkey was removed',
  fund_password_set: 'The fund password was set',
  anti_phishing_set: 'The anti-phishing code was set',
  whitelist_disabled: 'The whitelist of withdrawal addresses was turned off',
};
const KO: typeof EN = {
  password_changed: '로그인 비밀번호가 변경되었습니다',
  password_reset: '로그인 비밀번호가 재설정되었습니다',
  email_bound: '이메일 주소가 등록되었습니다',
  mobile_bound: '휴대폰 번호가 등록되었습니다',
  totp_enabled: '인증 앱이 추가되었습니다',
  totp_disabled: '인증 앱이 해제되었습니다',
  recovery_codes_made: '복구 코드가 새로 발급되었습니다',
  recovery_code_used: '복구 코드가 사용되었습니다',
  passkey_added: '패스키가 추가되었습니다',
  passkey_removed: '패스키가 삭제되었습니다',
  fund_password_set: '자금 비밀번호가 설정되었습니다',
  anti_phishing_set: '피싱 방지 코드가 설정되었습니다',
  whitelist_disabled: '출금 주소 화이트리스트가 해제되었습니다',
};
const JA: typeof EN = {
  password_changed: 'ログインパスワードが変更されました',
  password_reset: 'ログインパスワードが再設定されました',
  email_bound: 'メールアドレスが登録されました',
  mobile_bound: '電話番号が登録されました',
  totp_enabled: '認証アプリが追加されました',
  totp_disabled: '認証アプリが解除されました',
  recovery_codes_made: 'リカバリーコードが再発行されました',
  recovery_code_used: 'リカバリーコードが使用されました',
  passkey_added: 'パスキーが追加されました',
  passkey_removed: 'パスキーが削除されました',
  fund_password_set: '資金パスワードが設定されました',
  anti_phishing_set: 'フィッシング対策コードが設定されました',
  whitelist_disabled: '出金アドレスのホワイトリストが無効になりました',
};
const ZH_CN: typeof EN = {
  password_changed: '登录密码已修改',
  password_reset: '登录密码已重置',
  email_bound: '已绑定邮箱',
  mobile_bound: '已绑定手机号',
  totp_enabled: '已启用身份验证器',
  totp_disabled: '已停用身份验证器',
  recovery_codes_made: '已重新生成恢复码',
  recovery_code_used: '已使用恢复码',
  passkey_added: '已添加通行密钥',
  passkey_removed: '已移除通行密钥',
  fund_password_set: '资金密码已设置',
  anti_phishing_set: '防钓鱼码已设置',
  whitelist_disabled: '已关闭提币地址白名单',
};
const ZH_TW: typeof EN = {
  password_changed: '登入密碼已變更',
  password_reset: '登入密碼已重設',
  email_bound: '已綁定電子郵件',
  mobile_bound: '已綁定手機號碼',
  totp_enabled: '已啟用驗證器',
  totp_disabled: '已停用驗證器',
  recovery_codes_made: '已重新產生復原碼',
  recovery_code_used: '已使用復原碼',
  passkey_added: '已新增通行金鑰',
  passkey_removed: '已移除通行金鑰',
  fund_password_set: '資金密碼已設定',
  anti_phishing_set: '防釣魚碼已設定',
  whitelist_disabled: '已關閉提幣地址白名單',
};
const ES: typeof EN = {
  password_changed: 'Se cambió tu contraseña de acceso',
  password_reset: 'Se restableció tu contraseña de acceso',
  email_bound: 'Se vinculó un correo electrónico',
  mobile_bound: 'Se vinculó un número de teléfono',
  totp_enabled: 'Se añadió una aplicación de autenticación',
  totp_disabled: 'Se quitó la aplicación de autenticación',
  recovery_codes_made: 'Se generaron códigos de recuperación nuevos',
  recovery_code_used: 'Se usó un código de recuperación',
  passkey_added: 'Se añadió una llave de acceso',
  passkey_removed: 'Se eliminó una llave de acceso',
  fund_password_set: 'Se estableció la contraseña de fondos',
  anti_phishing_set: 'Se estableció el código antiphishing',
  whitelist_disabled: 'Se desactivó la lista blanca de direcciones de retiro',
};

/** Each change in a sentence. */
export const SECURITY_CHANGES: Readonly<Record<Language, typeof EN>> = {
  en: EN,
  ko: KO,
  ja: JA,
  'zh-CN': ZH_CN,
  'zh-TW': ZH_TW,
  es: ES,
};

/** The notice to the owner of an account after a change of its security. */
export const SECURITY_NOTICES: Readonly<Record<Language, Notice>> = {
  en: {
    subject: 'Meridian: a change to your account',
    body: (change, of) =>
      `${EN[change]} on ${of.time} (UTC+8), from ${from(of)}. Withdrawals are held for ${HOURS} hours. If this was not you, reset your password at once and contact customer service.`,
    accountSaved: (of) =>
      `An account that you are paid to was saved on ${of.time} (UTC+8), from ${from(of)}. If this was not you, reset your password at once and contact customer service.`,
    freeze: 'This was not you? Freeze your account here:',
  },
  ko: {
    subject: 'Meridian: 계정 보안 변경 안내',
    body: (change, of) =>
      `${KO[change]}. 시각: ${of.time} (UTC+8), 위치: ${from(of)}. ${HOURS}시간 동안 출금이 보류됩니다. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의하세요.`,
    accountSaved: (of) =>
      `대금을 받을 계좌가 저장되었습니다. 시각: ${of.time} (UTC+8), 위치: ${from(of)}. 본인이 아니라면 즉시 비밀번호를 재설정하고 고객센터에 문의하세요.`,
    freeze: '본인이 아닌가요? 여기에서 계정을 동결하세요:',
  },
  ja: {
    subject: 'Meridian：アカウント変更のお知らせ',
    body: (change, of) =>
      `${JA[change]}。日時：${of.time}（UTC+8）、接続元：${from(of)}。${HOURS} 時間は出金が保留されます。心当たりがない場合は、すぐにパスワードを再設定し、サポートへご連絡ください。`,
    accountSaved: (of) =>
      `受取口座が保存されました。日時：${of.time}（UTC+8）、接続元：${from(of)}。心当たりがない場合は、すぐにパスワードを再設定し、サポートへご連絡ください。`,
    freeze: '心当たりがない場合は、こちらからアカウントを凍結してください：',
  },
  'zh-CN': {
    subject: 'Meridian：账户安全变更通知',
    body: (change, of) =>
      `${ZH_CN[change]}。时间：${of.time}（UTC+8），来源：${from(of)}。${HOURS} 小时内暂停提币。如非本人操作，请立即重置密码并联系客服。`,
    accountSaved: (of) =>
      `已保存收款账户。时间：${of.time}（UTC+8），来源：${from(of)}。如非本人操作，请立即重置密码并联系客服。`,
    freeze: '非本人操作？请在此冻结账户：',
  },
  'zh-TW': {
    subject: 'Meridian：帳戶安全變更通知',
    body: (change, of) =>
      `${ZH_TW[change]}。時間：${of.time}（UTC+8），來源：${from(of)}。${HOURS} 小時內暫停提幣。若非本人操作，請立即重設密碼並聯絡客服。`,
    accountSaved: (of) =>
      `已儲存收款帳戶。時間：${of.time}（UTC+8），來源：${from(of)}。若非本人操作，請立即重設密碼並聯絡客服。`,
    freeze: '非本人操作？請在此凍結帳戶：',
  },
  es: {
    subject: 'Meridian: un cambio en su cuenta',
    body: (change, of) =>
      `${ES[change]} el ${of.time} (UTC+8), desde ${from(of)}. Los retiros quedan retenidos durante ${HOURS} horas. Si no fue usted, restablezca su contraseña de inmediato y póngase en contacto con atención al cliente.`,
    accountSaved: (of) =>
      `Se guardó una cuenta en la que cobra el ${of.time} (UTC+8), desde ${from(of)}. Si no fue usted, restablezca su contraseña de inmediato y póngase en contacto con atención al cliente.`,
    freeze: '¿No fue usted? Bloquee su cuenta aquí:',
  },
};
