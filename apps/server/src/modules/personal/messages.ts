import type { Language } from '@meridian/contract/languages';

interface PersonalTexts {
  readonly closed: string;
  readonly closedSubject: string;
  readonly closedBody: string;
}

/** Texts about the closing of an account. */
export const PERSONAL_TEXTS: Readonly<Record<Language, PersonalTexts>> = {
  en: {
    closed: 'Your account has been closed.',
    closedSubject: 'Meridian: your account has been closed',
    closedBody:
      'Your account has been closed at your request, and nobody can log in to it any more. If this was not you, contact customer service at once.',
  },
  ko: {
    closed: '계정이 해지되었습니다.',
    closedSubject: 'Meridian: 계정이 해지되었습니다',
    closedBody:
      '요청에 따라 계정이 해지되어 더 이상 로그인할 수 없습니다. 본인이 요청하지 않았다면 즉시 고객센터에 문의하세요.',
  },
  ja: {
    closed: 'アカウントを解約しました。',
    closedSubject: 'Meridian：アカウントの解約のお知らせ',
    closedBody:
      'お申し出によりアカウントを解約しました。今後ログインすることはできません。心当たりがない場合は、すぐにサポートへご連絡ください。',
  },
  'zh-CN': {
    closed: '您的账户已注销。',
    closedSubject: 'Meridian：您的账户已注销',
    closedBody: '您的账户已按您的要求注销，任何人都无法再登录。如非本人操作，请立即联系客服。',
  },
  'zh-TW': {
    closed: '您的帳戶已註銷。',
    closedSubject: 'Meridian：您的帳戶已註銷',
    closedBody: '您的帳戶已依您的要求註銷，任何人都無法再登入。若非本人操作，請立即聯絡客服。',
  },
  es: {
    closed: 'Su cuenta se ha cerrado.',
    closedSubject: 'Meridian: su cuenta se ha cerrado',
    closedBody:
      'Su cuenta se ha cerrado a petición suya y ya nadie puede iniciar sesión en ella. Si no fue usted, póngase en contacto con atención al cliente de inmediato.',
  },
};
