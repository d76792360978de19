import type { Language } from '@meridian/contract/languages';

/** Texts after joining a running season, or one to come. */
export const JOINED: Readonly<Record<Language, Readonly<Record<'running' | 'upcoming', string>>>> =
  {
    en: {
      running: 'You have joined. Your starting balance is in play',
      upcoming: 'You have joined. Your starting balance comes when the contest begins',
    },
    ko: {
      running: '참가가 완료되었습니다. 시작 잔액이 지급되었습니다',
      upcoming: '참가가 완료되었습니다. 시작 잔액은 대회가 시작되면 지급됩니다',
    },
    ja: {
      running: '参加しました。開始残高が付与されました',
      upcoming: '参加しました。開始残高はコンテスト開始時に付与されます',
    },
    'zh-CN': {
      running: '报名成功,初始资金已到账',
      upcoming: '报名成功,初始资金将在比赛开始时到账',
    },
    'zh-TW': {
      running: '報名成功,初始資金已到帳',
      upcoming: '報名成功,初始資金將在比賽開始時到帳',
    },
    es: {
      running: 'Ya participa. Su saldo inicial está disponible',
      upcoming: 'Ya participa. Recibirá su saldo inicial cuando empiece el concurso',
    },
  };
