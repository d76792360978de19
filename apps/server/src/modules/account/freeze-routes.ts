import { userFreeze } from '@meridian/contract/account/calls';
import type { CallRegistry } from '../../gateway/handler.ts';
import { textOf } from '../../texts.ts';
import type { AccountServices } from './account-services.ts';
import { originOf } from './device.ts';
import { freezeAccount } from './freeze.ts';

/** "This was not me": the owner of an account freezes it through the link of a notice. */
export function registerFreezeRoutes(gateway: CallRegistry, services: AccountServices): void {
  gateway.registerCall(userFreeze, async (context) => {
    const { input, language } = context;
    const user = await services.freezeLinks.userOf(input.token);
    await freezeAccount(services, user, originOf(context), (transaction) =>
      services.freezeLinks.use(input.token, transaction),
    );
    return textOf(language, 'answer.account.frozen');
  });
}
