import { LANGUAGES } from '@meridian/contract/languages';
import { expect, test } from 'vitest';
import { INBOX_TEXTS } from '../inbox/words.ts';
import { CUSTODY_TEXTS } from './messages.ts';

// Spanish said "Retiro enviado" of a withdrawal that waited for review.
test.each(LANGUAGES)('%s does not say of a requested withdrawal that it was sent', (language) => {
  const { requested, inSite } = CUSTODY_TEXTS[language];
  const { withdrawal_sent, withdrawal_in_site } = INBOX_TEXTS[language].titles;
  expect([withdrawal_sent, withdrawal_in_site, inSite]).not.toContain(requested);
});
