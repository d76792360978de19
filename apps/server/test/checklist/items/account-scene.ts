import {
  checkEmail,
  checkMobile,
  smsMail,
  smsSend,
  userForget,
  userFreeze,
  userLanguage,
  userLogin,
  userLogout,
  userRegister,
  userSetPassword,
} from '@meridian/contract/account/calls';
import {
  officeLegalHold,
  officeSessionEnd,
  officeUser,
  officeUserFreeze,
} from '@meridian/contract/account/office';
import { demoOutbox } from '@meridian/contract/demo/calls';
import { accountClose, dataExport, dataExportPart } from '@meridian/contract/personal/calls';
import {
  antiPhishingSet,
  emailBind,
  fundPasswordSet,
  mobileBind,
  passkeyAdd,
  passkeyBegin,
  passkeyLogin,
  passkeyLoginBegin,
  passkeyRemove,
  recoveryCodesMake,
  securityState,
  sessionEnd,
  stepUp,
  totpBegin,
  totpDisable,
  totpEnable,
} from '@meridian/contract/security/calls';
import { generate } from 'otplib';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { asNewcomer, asNobody, asOwner, type Recipes } from './recipes.ts';
import { ORIGIN, PASSWORD, type Customer } from './scene.ts';

const passwords = { password: 'Newer4567', re_password: 'Newer4567' };
const fundPasswords = { password: '135790', re_password: '135790' };

/** Good calls about accounts, their security, and the acts of operators on accounts. */
export const ACCOUNT_RECIPES: Recipes = [
  [
    userLogin,
    asNobody(async (scene) => ({
      user_string: (await scene.newcomer()).account,
      password: PASSWORD,
    })),
  ],
  [userLogout, asNewcomer(() => ({}))],
  [userLanguage, asNewcomer(() => ({ language: 'ko' }))],
  [smsMail, asNobody((scene) => ({ user_string: scene.newName() }))],
  [smsSend, asNobody((scene) => ({ user_string: scene.newMobile(), country_code: '86' }))],
  [checkEmail, asNobody((scene) => ({ email: scene.newName() }))],
  [checkMobile, asNobody((scene) => ({ mobile: scene.newMobile(), country_code: '86' }))],
  [
    userRegister,
    asNobody(async (scene) => {
      const user_string = scene.newName();
      return {
        type: 'email',
        user_string,
        code: await codeTo(scene.alice, user_string, ''),
        ...passwords,
      };
    }),
  ],
  [
    userForget,
    asNobody(async (scene) => {
      const customer = await scene.newcomer();
      return {
        account: customer.account,
        password: 'Newer4567',
        repassword: 'Newer4567',
        code: await codeTo(customer, customer.account, 'forget'),
      };
    }),
  ],
  [
    userFreeze,
    asNobody(async (scene) => {
      const customer = await scene.newcomer();
      await customer.enableTotp();
      const [notice] = await scene.exchange.call(demoOutbox, { to: customer.account });
      return { token: notice?.text.split(/\/freeze\?lang=[\w-]+#/)[1] ?? '' };
    }),
  ],
  [userSetPassword, asNewcomer(() => ({ pwd: 'Newer4567', repwd: 'Newer4567' }))],
  [
    sessionEnd,
    asNewcomer(async (customer, { exchange }) => {
      await customer.newSession();
      const open = await exchange.access.list(customer.user);
      const mine = await exchange.access.find(customer.token);
      return { id: open.find(({ id }) => id !== mine?.session)?.id ?? '' };
    }),
  ],
  [stepUp, asNewcomer(() => ({ method: 'password', value: PASSWORD }))],
  [totpBegin, asNewcomer(() => ({}))],
  [
    totpEnable,
    asNewcomer(async (customer) => ({
      code: await generate({ secret: (await customer.ask(totpBegin, {})).secret }),
    })),
  ],
  [totpDisable, asNewcomer(async (customer) => (await customer.enableTotp(), {}))],
  [recoveryCodesMake, asNewcomer(async (customer) => (await customer.enableTotp(), {}))],
  [passkeyBegin, asNewcomer(() => ({}))],
  [
    passkeyAdd,
    asNewcomer(async (customer) => {
      const { ticket, options } = await customer.ask(passkeyBegin, {});
      return {
        ticket,
        credential: new TestAuthenticator().create(options, ORIGIN),
        name: 'My key',
      };
    }),
  ],
  [
    passkeyRemove,
    asNewcomer(async (customer) => {
      await customer.addPasskey();
      return { id: (await customer.ask(securityState, {})).passkeys[0]?.id ?? '' };
    }),
  ],
  [
    passkeyLogin,
    asNobody(async (scene) => {
      const device = await (await scene.newcomer()).addPasskey();
      const { ticket, options } = await scene.nobody().ask(passkeyLoginBegin, {});
      return { ticket, credential: device.get(options, ORIGIN) };
    }),
  ],
  [fundPasswordSet, asNewcomer(() => fundPasswords)],
  [antiPhishingSet, asNewcomer(() => ({ code: 'tulip9' }))],
  [dataExport, asNewcomer(() => ({}))],
  [
    dataExportPart,
    asNewcomer(async (customer) => {
      await customer.ask(dataExport, {});
      return { part: 'security_history' };
    }),
  ],
  [accountClose, asNewcomer((customer) => ({ account: customer.account }))],
  [
    emailBind,
    asNewcomer(async (customer, scene) => {
      const email = scene.newName();
      return { email, code: await codeTo(customer, email, 'bind') };
    }),
  ],
  [
    mobileBind,
    asNewcomer(async (customer, scene) => {
      const mobile = scene.newMobile();
      return { mobile, country_code: '86', code: await codeTo(customer, mobile, 'bind') };
    }),
  ],
  [officeUser, asOwner(({ alice }) => ({ id: String(alice.user) }))],
  [
    officeUserFreeze,
    asOwner(async (scene) => {
      const { user: id } = await scene.newcomer();
      await scene.operator('owner').ask(officeUserFreeze, { id, frozen: '1', reason: 'Lost' });
      return { id: String(id), frozen: '0', reason: 'The customer is back.' };
    }),
  ],
  [
    officeLegalHold,
    asOwner(async (scene) => ({
      id: String((await scene.newcomer()).user),
      held: '1',
      reason: 'A court asked.',
    })),
  ],
  [
    officeSessionEnd,
    asOwner(async (scene) => {
      const { user } = await scene.newcomer();
      return { user: String(user), id: (await scene.exchange.access.list(user))[0]?.id ?? '' };
    }),
  ],
];

/** The customer's code to an address, for the purpose. */
async function codeTo(customer: Customer, receiver: string, type: string): Promise<string> {
  await customer.ask(receiver.includes('@') ? smsMail : smsSend, { user_string: receiver, type });
  for (;;) {
    // A code for account recovery is sent after the answer.
    const code = await customer.scene.codeFor(receiver);
    if (code !== '') return code;
  }
}
