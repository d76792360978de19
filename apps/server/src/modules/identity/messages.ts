import type { Language } from '@meridian/contract/languages';

/** Texts of identity calls. */
export const IDENTITY_TEXTS: Readonly<
  Record<Language, { readonly submitted: string; readonly saved: string }>
> = {
  en: { submitted: 'Submitted. We review it as soon as we can.', saved: 'Saved.' },
  ko: { submitted: '제출되었습니다. 빠르게 심사하겠습니다.', saved: '저장되었습니다.' },
  ja: { submitted: '提出しました。順次審査いたします。', saved: '保存しました。' },
  'zh-CN': { submitted: '已提交，我们会尽快审核。', saved: '已保存。' },
  'zh-TW': { submitted: '已提交，我們將盡快審核。', saved: '已儲存。' },
  es: { submitted: 'Enviado. Lo revisaremos lo antes posible.', saved: 'Guardado.' },
};
