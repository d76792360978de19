import { CODE_RULES } from '@meridian/contract/account/calls';
import { resolveLanguage, type Language } from '@meridian/contract/languages';
import type { AddressPurpose } from './account-tables.ts';

interface AccountTexts {
  readonly registered: string;
  readonly codeSent: string;
  /** Said of any address, whether it has an account or not. */
  readonly canBeSent: string;
  readonly codeRight: string;
  readonly loggedOut: string;
  readonly codeSubject: string;
  /**
   * The purpose of a code. A stranger may ask its owner for it: the message says the effect of
   * giving it away.
   */
  readonly codeFor: Readonly<Record<AddressPurpose, string>>;
  readonly codeBody: (code: string) => string;
  /** In place of a code, for an address that already has an account. */
  readonly takenSubject: string;
  readonly takenBody: string;
  readonly frozen: string;
  readonly passwordSet: string;
  readonly passwordChanged: string;
  readonly emailBound: string;
  readonly mobileBound: string;
  readonly antiPhishing: (code: string) => string;
  readonly sessionEnded: string;
  readonly sessionsEnded: string;
  /** For operators. */
  readonly done: string;
}

const { minutes } = CODE_RULES;

/** Texts of account calls, and of the messages that they send. */
export const ACCOUNT_TEXTS: Readonly<Record<Language, AccountTexts>> = {
  en: {
    registered: 'Your account has been opened. Please log in.',
    codeSent: 'The verification code has been sent.',
    canBeSent: 'A verification code can be sent there.',
    codeRight: 'The verification code is right.',
    loggedOut: 'You have logged out.',
    codeSubject: 'Your Meridian verification code',
    codeFor: {
      register: 'This code opens an account with this address.',
      forget: 'This code sets a new password for your account.',
      bind: 'This code binds this address to an account.',
    },
    codeBody: (code) =>
      `Your verification code is ${code}. It is valid for ${minutes} minutes. Never give it to anybody, not even to our staff.`,
    takenSubject: 'Your Meridian account',
    takenBody:
      'You already have an account with this address. Log in, or set a new password where you log in. If you did not ask for an account, you need do nothing.',
    frozen:
      'Your account has been frozen and all its sessions ended. Contact customer service to open it again.',
    passwordSet: 'The password has been set. Please log in again.',
    passwordChanged: 'The password has been changed. All other sessions have been ended.',
    emailBound: 'The e-mail address has been bound.',
    mobileBound: 'The phone number has been bound.',
    antiPhishing: (code) => `Your anti-phishing code: ${code}`,
    sessionEnded: 'The session has been ended.',
    sessionsEnded: 'All other sessions have been ended.',
    done: 'Done.',
  },
  ko: {
    registered: '가입이 완료되었습니다. 로그인해 주세요.',
    codeSent: '인증 코드를 보냈습니다.',
    canBeSent: '이 주소로 인증 코드를 보낼 수 있습니다.',
    codeRight: '인증 코드가 확인되었습니다.',
    loggedOut: '로그아웃되었습니다.',
    codeSubject: 'Meridian 인증 코드',
    codeFor: {
      register: '이 코드는 이 주소로 계정을 만드는 데 쓰입니다.',
      forget: '이 코드는 계정의 새 비밀번호를 설정하는 데 쓰입니다.',
      bind: '이 코드는 이 주소를 계정에 등록하는 데 쓰입니다.',
    },
    codeBody: (code) =>
      `인증 코드는 ${code}입니다. ${minutes}분 동안 유효합니다. 당사 직원을 포함해 누구에게도 알려주지 마세요.`,
    takenSubject: 'Meridian 계정 안내',
    takenBody:
      '이 주소로 가입한 계정이 이미 있습니다. 로그인하거나 로그인 화면에서 비밀번호를 재설정하세요. 가입을 요청하지 않았다면 아무것도 하지 않아도 됩니다.',
    frozen: '계정이 동결되고 모든 세션이 종료되었습니다. 다시 열려면 고객센터에 문의하세요.',
    passwordSet: '비밀번호가 설정되었습니다. 다시 로그인해 주세요.',
    passwordChanged: '비밀번호가 변경되었습니다. 다른 모든 세션이 종료되었습니다.',
    emailBound: '이메일 주소가 등록되었습니다.',
    mobileBound: '휴대폰 번호가 등록되었습니다.',
    antiPhishing: (code) => `피싱 방지 코드: ${code}`,
    sessionEnded: '세션이 종료되었습니다.',
    sessionsEnded: '다른 모든 세션이 종료되었습니다.',
    done: '완료되었습니다.',
  },
  ja: {
    registered: 'アカウントを開設しました。ログインしてください。',
    codeSent: '認証コードを送信しました。',
    canBeSent: 'この宛先に認証コードを送信できます。',
    codeRight: '認証コードを確認しました。',
    loggedOut: 'ログアウトしました。',
    codeSubject: 'Meridian 認証コード',
    codeFor: {
      register: 'この宛先でアカウントを開設するためのコードです。',
      forget: 'アカウントの新しいパスワードを設定するためのコードです。',
      bind: 'この宛先をアカウントに登録するためのコードです。',
    },
    codeBody: (code) =>
      `認証コードは ${code} です。有効期限は ${minutes} 分です。当社の社員を含め、誰にも教えないでください。`,
    takenSubject: 'Meridian のアカウントについて',
    takenBody:
      'この宛先のアカウントはすでにあります。ログインするか、ログイン画面でパスワードを再設定してください。お心当たりがない場合は、何もする必要はありません。',
    frozen:
      'アカウントを凍結し、セッションをすべて終了しました。再開するにはサポートへご連絡ください。',
    passwordSet: 'パスワードを設定しました。もう一度ログインしてください。',
    passwordChanged: 'パスワードを変更しました。ほかのセッションはすべて終了しました。',
    emailBound: 'メールアドレスを登録しました。',
    mobileBound: '電話番号を登録しました。',
    antiPhishing: (code) => `フィッシング対策コード：${code}`,
    sessionEnded: 'セッションを終了しました。',
    sessionsEnded: 'ほかのセッションをすべて終了しました。',
    done: '完了しました。',
  },
  'zh-CN': {
    registered: '注册成功，请登录。',
    codeSent: '验证码已发送。',
    canBeSent: '可以向该地址发送验证码。',
    codeRight: '验证码正确。',
    loggedOut: '您已退出登录。',
    codeSubject: 'Meridian 验证码',
    codeFor: {
      register: '此验证码用于以该地址注册账户。',
      forget: '此验证码用于为您的账户设置新密码。',
      bind: '此验证码用于将该地址绑定到账户。',
    },
    codeBody: (code) =>
      `您的验证码是 ${code}，${minutes} 分钟内有效。请勿告诉任何人，包括我们的工作人员。`,
    takenSubject: '您的 Meridian 账户',
    takenBody: '您已用该地址注册过账户。请直接登录，或在登录页重置密码。如非本人操作，无需处理。',
    frozen: '账户已冻结，所有会话已结束。如需恢复，请联系客服。',
    passwordSet: '密码已设置，请重新登录。',
    passwordChanged: '密码已修改，其他会话已全部结束。',
    emailBound: '邮箱已绑定。',
    mobileBound: '手机号已绑定。',
    antiPhishing: (code) => `您的防钓鱼码：${code}`,
    sessionEnded: '会话已结束。',
    sessionsEnded: '其他会话已全部结束。',
    done: '已完成。',
  },
  'zh-TW': {
    registered: '註冊成功，請登入。',
    codeSent: '驗證碼已寄出。',
    canBeSent: '可以向此地址寄送驗證碼。',
    codeRight: '驗證碼正確。',
    loggedOut: '您已登出。',
    codeSubject: 'Meridian 驗證碼',
    codeFor: {
      register: '此驗證碼用於以該地址註冊帳戶。',
      forget: '此驗證碼用於為您的帳戶設定新密碼。',
      bind: '此驗證碼用於將該地址綁定到帳戶。',
    },
    codeBody: (code) =>
      `您的驗證碼是 ${code}，${minutes} 分鐘內有效。請勿告訴任何人，包括我們的工作人員。`,
    takenSubject: '您的 Meridian 帳戶',
    takenBody: '您已用此地址註冊過帳戶。請直接登入，或在登入頁重設密碼。若非本人操作，無須處理。',
    frozen: '帳戶已凍結，所有工作階段已結束。如需恢復，請聯絡客服。',
    passwordSet: '密碼已設定，請重新登入。',
    passwordChanged: '密碼已變更，其他工作階段已全部結束。',
    emailBound: '電子郵件已綁定。',
    mobileBound: '手機號碼已綁定。',
    antiPhishing: (code) => `您的防釣魚碼：${code}`,
    sessionEnded: '工作階段已結束。',
    sessionsEnded: '其他工作階段已全部結束。',
    done: '已完成。',
  },
  es: {
    registered: 'Su cuenta está abierta. Inicie sesión.',
    codeSent: 'Se ha enviado el código de verificación.',
    canBeSent: 'Se puede enviar un código de verificación a esa dirección.',
    codeRight: 'El código de verificación es correcto.',
    loggedOut: 'Ha cerrado la sesión.',
    codeSubject: 'Su código de verificación de Meridian',
    codeFor: {
      register: 'Este código abre una cuenta con esta dirección.',
      forget: 'Este código establece una nueva contraseña para su cuenta.',
      bind: 'Este código vincula esta dirección a una cuenta.',
    },
    codeBody: (code) =>
      `Su código de verificación es ${code}. Es válido durante ${minutes} minutos. No lo comparta con nadie, ni siquiera con nuestro personal.`,
    takenSubject: 'Su cuenta de Meridian',
    takenBody:
      'Ya tiene una cuenta con esta dirección. Inicie sesión o restablezca la contraseña en la página de acceso. Si no pidió abrir una cuenta, no tiene que hacer nada.',
    frozen:
      'Su cuenta ha quedado bloqueada y se han cerrado todas sus sesiones. Póngase en contacto con atención al cliente para volver a abrirla.',
    passwordSet: 'La contraseña se ha guardado. Inicie sesión de nuevo.',
    passwordChanged: 'La contraseña se ha cambiado. Se han cerrado todas las demás sesiones.',
    emailBound: 'El correo electrónico se ha vinculado.',
    mobileBound: 'El número de teléfono se ha vinculado.',
    antiPhishing: (code) => `Su código antiphishing: ${code}`,
    sessionEnded: 'La sesión se ha cerrado.',
    sessionsEnded: 'Se han cerrado todas las demás sesiones.',
    done: 'Hecho.',
  },
};

/** The line that proves that a mail is ours. */
export function antiPhishingLine({
  language,
  anti_phishing_code,
}: {
  language: string;
  anti_phishing_code: string;
}): string {
  return ACCOUNT_TEXTS[resolveLanguage(language)].antiPhishing(anti_phishing_code);
}
