/**
 * Attacks on customers' accounts: by a stranger, by a holder of a password or a session, by an
 * attacker who wants to lock others out.
 */
import {
  smsMail,
  userForget,
  userInfo,
  userLogin,
  userRegister,
} from '@meridian/contract/account/calls';
import { officeUserFreeze } from '@meridian/contract/account/office';
import {
  emailBind,
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  securityState,
  stepUp,
  stepUpBegin,
} from '@meridian/contract/security/calls';
import { setTimeout as delay } from 'node:timers/promises';
import { TestAuthenticator } from '../../people/authenticator.ts';
import type { House } from '../house/house.ts';
import { Customer } from '../house/people.ts';
import { counted, judge, parallel, times, type Outcome, type Row } from '../row.ts';

const MOST_PASSKEYS = 10;

async function passwordAgainstPasskey(house: House): Promise<Outcome> {
  const owner = await house.newcomer();
  await owner.addPasskey();
  const thief = owner.elsewhere();
  const { body } = await thief.send(userLogin, {
    user_string: owner.account,
    password: owner.password,
  });
  if (body.type === 'ok') thief.token = String(body.message);
  const state = body.type === 'ok' ? await thief.ask(securityState, {}) : undefined;
  const removed =
    state === undefined
      ? 'no session'
      : await thief.verdict(passkeyRemove, { id: state.passkeys[0]?.id ?? '' });
  return judge(`login by password: ${body.code ?? 'accepted'}, removing the passkey: ${removed}`, {
    'a password does not open it': body.type !== 'ok',
    'the passkey stays': removed !== 'accepted',
  });
}

async function silentTakeover(house: House): Promise<Outcome> {
  const owner = await house.newcomer();
  const thief = await owner.elsewhere().logIn();
  const before = (await house.messagesTo(owner.account)).length;
  const newAddress = house.newName();
  await thief.ask(smsMail, { user_string: newAddress, type: 'bind' });
  const bound = await thief.verdict(emailBind, {
    email: newAddress,
    code: await house.codeFor(newAddress),
  });
  const deadline = Date.now() + 5_000;
  let mails = await house.messagesTo(owner.account);
  while (mails.length <= before && Date.now() < deadline) {
    await delay(100);
    mails = await house.messagesTo(owner.account);
  }
  const mailCount = mails.length - before;
  return judge(`the new address: ${bound}; ${mailCount} mails to the old one`, {
    'the old address is told': mailCount > 0,
    'with a link that freezes':
      mails.some(({ text }) => /\/freeze/.test(text)) || bound !== 'accepted',
  });
}

async function loginWhileFrozen(house: House): Promise<Outcome> {
  const verdicts: string[] = [];
  for (const round of times(6)) {
    const victim = await house.newcomer();
    const thief = victim.elsewhere();
    const racing = parallel(times(8), 8, async (index) => {
      await delay(index * 4);
      const { body } = await thief.send(userLogin, {
        user_string: victim.account,
        password: victim.password,
      });
      return body.type === 'ok' ? String(body.message) : '';
    });
    await delay(4 * round);
    await house.owner.ask(officeUserFreeze, { id: victim.user, frozen: '1', reason: 'Stolen' });
    for (const token of [...(await racing), victim.token]) {
      if (token === '') continue;
      verdicts.push(await thief.verdict(userInfo, {}, { token }));
    }
  }
  return judge(`${verdicts.length} sessions of six frozen accounts: ${counted(verdicts)}`, {
    'none lives on': !verdicts.includes('accepted'),
    'there were some': verdicts.length >= 6,
  });
}

async function guessCodes(house: House): Promise<Outcome> {
  const victim = await house.newcomer();
  const verdicts: string[] = [];
  for (const round of times(4)) {
    const from = house.newAddress();
    const nobody = new Customer(house, from);
    await nobody.send(smsMail, { user_string: victim.account, type: 'forget' });
    for (const attempt of times(6))
      verdicts.push(
        await nobody.verdict(userForget, {
          account: victim.account,
          code: String(100_000 + round * 10 + attempt),
          password: 'Taken98765x',
          repassword: 'Taken98765x',
        }),
      );
    await house.minutePasses(victim.account);
  }
  const wrong = verdicts.filter((verdict) => verdict === 'code_wrong').length;
  return judge(`24 guesses over four codes from four addresses: ${counted(verdicts)}`, {
    'after ten wrong ones no code is good':
      wrong <= 14 && verdicts.slice(-6).every((verdict) => verdict !== 'code_wrong'),
  });
}

async function lockOut(house: House): Promise<Outcome> {
  const owner = await house.newcomer();
  // The owner has logged in before, with this browser.
  const { body } = await house.customers.send({
    method: 'POST',
    path: '/api/safe/device',
    body: '',
    token: owner.token,
    from: owner.from,
  });
  const device = body.type === 'ok' ? String(body.message) : '';
  const stranger = new Customer(house);
  const guesses: string[] = [];
  for (const _ of times(12))
    guesses.push(
      await stranger.verdict(userLogin, { user_string: owner.account, password: 'Wrong12345' }),
    );
  const verdict = await owner.verdict(userLogin, {
    user_string: owner.account,
    password: owner.password,
    ...(device === '' ? {} : { device }),
  });
  return judge(
    `a stranger’s twelve guesses: ${counted(guesses)}; then the owner, with the right password and the browser of before: ${verdict}`,
    {
      'the owner gets in': verdict === 'accepted',
      'the stranger is slowed': guesses.some((guess) => guess !== 'login_failed'),
    },
  );
}

async function weakPasswords(house: House): Promise<Outcome> {
  const tried: Readonly<Record<string, boolean>> = {
    Ab1234: false,
    Meridian1: false,
    Summer2025: false,
    Password123: false,
    CorrectHorseBattery9x: true,
    [`a long phrase of sixty letters, 1 digit, ${'and so on '.repeat(2)}`.slice(0, 64)]: true,
  };
  const seen = await parallel(Object.entries(tried), 2, async ([password, isGood]) => {
    const nobody = new Customer(house);
    const account = house.newName();
    await nobody.ask(smsMail, { user_string: account });
    const verdict = await nobody.verdict(userRegister, {
      type: 'email',
      user_string: account,
      code: await house.codeFor(account),
      password,
      re_password: password,
    });
    return [
      `${password.slice(0, 24)} is ${isGood ? 'good' : 'refused'} (${verdict})`,
      (verdict === 'accepted') === isGood,
    ] as const;
  });
  return judge(
    'four that guessers begin with are refused, two long ones are taken',
    Object.fromEntries(seen),
  );
}

async function oldSessions(house: House): Promise<Outcome> {
  const customer = await house.newcomer();
  const { body } = await customer.send(userLogin, {
    user_string: customer.account,
    password: customer.password,
  });
  const token = String(body.message);
  // The session has not been used since, so the server knows it from its table alone.
  await house.server.sql(
    `UPDATE sessions SET last_used_at = last_used_at - interval '25 hours', created_at = created_at - interval '25 hours' WHERE user_id = $1`,
    [customer.user],
  );
  const idle = await customer.verdict(userInfo, {}, { token });
  return judge(`a session that nobody used for 25 hours: ${idle}`, {
    'it has ended': idle !== 'accepted',
  });
}

async function passkeysAtOnce(house: House): Promise<Outcome> {
  const owner = await house.newcomer();
  const begun = [];
  for (const _ of times(MOST_PASSKEYS + 4)) begun.push(await owner.ask(passkeyBegin, {}));
  const verdicts = await Promise.all(
    begun.map(({ ticket, options }) =>
      owner.verdict(passkeyAdd, {
        ticket,
        credential: new TestAuthenticator().create(options, owner.wire.origin),
        name: 'Key',
      }),
    ),
  );
  const { passkeys } = await owner.ask(securityState, {});
  const other = await house.newcomer();
  const device = await other.addPasskey();
  const useAt = async (counter: number): Promise<string> => {
    const { ticket, options } = await other.ask(stepUpBegin, {});
    device.counter = counter;
    return other.verdict(stepUp, {
      method: 'passkey',
      value: device.get(options, other.wire.origin),
      ticket,
    });
  };
  const [right, cloned] = [await useAt(40), await useAt(7)];
  return judge(
    `${passkeys.length} keys of ${begun.length} that were added at once (${counted(verdicts)}); a clone with an older counter: ${cloned}`,
    {
      'ten at most': passkeys.length <= MOST_PASSKEYS,
      'the key itself is good': right === 'accepted',
      'a clone is refused': cloned !== 'accepted',
    },
  );
}

export const ACCOUNT_ROWS: readonly Row[] = [
  {
    id: '5',
    tries: 'open an account that has a passkey with its password',
    against: 'demo',
    run: ({ demo }) => passwordAgainstPasskey(demo),
  },
  {
    id: '5b',
    tries: 'the same in production',
    against: 'production',
    run: ({ production }) => passwordAgainstPasskey(production),
  },
  {
    id: '6',
    tries: 'take an account over by a new address, silently',
    against: 'production',
    run: ({ production }) => silentTakeover(production),
  },
  {
    id: '8',
    tries: 'log in while the account is frozen',
    against: 'demo',
    run: ({ demo }) => loginWhileFrozen(demo),
  },
  {
    id: '10',
    tries: 'guess codes of one account without end',
    against: 'production',
    run: ({ production }) => guessCodes(production),
  },
  {
    id: '22',
    tries: 'keep somebody from logging in',
    against: 'demo',
    run: ({ demo }) => lockOut(demo),
  },
  {
    id: '23',
    tries: 'guess what people take as passwords',
    against: 'demo',
    run: ({ demo }) => weakPasswords(demo),
  },
  {
    id: '31',
    tries: 'use a session that was left open yesterday',
    against: 'demo',
    run: ({ demo }) => oldSessions(demo),
  },
  {
    id: '36',
    tries: 'add more passkeys than allowed at once; use a clone',
    against: 'demo',
    run: ({ demo }) => passkeysAtOnce(demo),
  },
];
