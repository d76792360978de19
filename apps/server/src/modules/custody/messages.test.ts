import { LANGUAGES } from '@meridian/contract/languages';
import { expect, test } from 'vitest';
import { textOf } from '../../texts.ts';

// Spanish said "Retiro enviado" of a withdrawal that waited for review.
test.each(LANGUAGES)('%s does not say of a requested withdrawal that it was sent', (language) => {
  const sent = (
    [
      'answer.custody.inSite',
      'message.title.withdrawal_sent',
      'message.title.withdrawal_in_site',
    ] as const
  ).map((id) => textOf(language, id));
  expect(sent).not.toContain(textOf(language, 'answer.custody.requested'));
});
