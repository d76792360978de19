import { LANGUAGES } from '@meridian/contract/languages';
import type { SecurityChange } from '@meridian/contract/security/calls';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pageTexts } from '../../../../build/page-texts.ts';

const SOURCES = path.resolve(import.meta.dirname, '..', '..', '..');
const HERE = 'features/account/ui';

/** The file of each change, and its text about the hold. */
const NOTES: Readonly<Record<SecurityChange, { readonly file: string; readonly text: string }>> = {
  password_changed: { file: `${HERE}/reset-password-page.tsx`, text: 'security.passwordAfter' },
  password_reset: { file: `${HERE}/forgot-page.tsx`, text: 'auth.resetAfter' },
  email_bound: { file: `${HERE}/bind-email-page.tsx`, text: 'security.holdAfter' },
  mobile_bound: { file: `${HERE}/phone-dialog.tsx`, text: 'security.holdAfter' },
  totp_enabled: { file: `${HERE}/authenticator-dialog.tsx`, text: 'security.holdAfter' },
  totp_disabled: { file: `${HERE}/authenticator-row.tsx`, text: 'security.disableTotpAbout' },
  recovery_codes_made: { file: `${HERE}/recovery-codes-row.tsx`, text: 'security.renewCodesAbout' },
  recovery_code_used: { file: `${HERE}/login-page.tsx`, text: 'auth.totpHint' },
  passkey_added: { file: `${HERE}/passkey-dialog.tsx`, text: 'security.holdAfter' },
  passkey_removed: { file: `${HERE}/passkey-row.tsx`, text: 'security.removePasskeyAbout' },
  fund_password_set: { file: `${HERE}/fund-password-dialog.tsx`, text: 'security.holdAfter' },
  anti_phishing_set: { file: `${HERE}/anti-phishing-dialog.tsx`, text: 'security.holdAfter' },
  whitelist_disabled: {
    file: 'features/custody/ui/whitelist-card.tsx',
    text: 'address.whitelistOff',
  },
};

const read = (file: string): string => readFileSync(path.join(SOURCES, file), 'utf8');

describe('the form of a change of security says that withdrawals are held back', () => {
  test.each(Object.entries(NOTES))('%s', (_change, { file, text }) => {
    expect(read(file)).toContain(`t('${text}'`);
    for (const language of LANGUAGES) {
      const said = pageTexts(language)[text];
      expect(said, language).toMatch(/\{hours[,}]/);
    }
  });
});
