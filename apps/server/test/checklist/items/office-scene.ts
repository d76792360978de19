import { demoOutbox } from '@meridian/contract/demo/calls';
import { officeFaultRelease } from '@meridian/contract/faults/office';
import { officeLogin, officeLogout } from '@meridian/contract/office/calls';
import {
  officeDeviceAdd,
  officeDeviceBegin,
  officeDeviceRemove,
  officeJoin,
  officeMe,
  officeOperatorInvite,
  officeOperatorSave,
  officeOperators,
  officeOwnPassword,
  officeOwnSessionEnd,
  operatorTotpBegin,
  operatorTotpEnable,
} from '@meridian/contract/office/operators';
import {
  officeOperatorCustomerSave,
  officeOwnCustomerDeclare,
} from '@meridian/contract/office/own-customers';
import type { Role } from '@meridian/contract/office/permissions';
import { officeProposalDecide, officeProposalTakeBack } from '@meridian/contract/office/proposals';
import { officeSettingSave } from '@meridian/contract/site/office';
import { generate } from 'otplib';
import { TestAuthenticator } from '../../people/authenticator.ts';
import { asNobody, asOwner, type Recipes } from './recipes.ts';
import { OPERATOR_PASSWORD, ORIGIN, PASSWORD, type Scene } from './scene.ts';

/** Good calls of operators about themselves, proposals, settings and faults. */
export const OFFICE_RECIPES: Recipes = [
  [officeLogin, asNobody(() => ({ account: 'auditor@office.example', password: PASSWORD }))],
  [
    officeLogout,
    async (scene) => ({
      authorization: await scene
        .nobody()
        .ask(officeLogin, { account: 'support@office.example', password: PASSWORD }),
      input: {},
    }),
  ],
  [
    officeJoin,
    asNobody(async (scene) => ({
      token: (await invitation(scene)).token,
      password: OPERATOR_PASSWORD,
    })),
  ],
  [
    officeOwnPassword,
    async (scene) => ({
      authorization: await newOperator(scene),
      input: { old_password: OPERATOR_PASSWORD, password: 'another horse, another battery' },
    }),
  ],
  [
    officeOwnSessionEnd,
    async (scene) => {
      const authorization = await newOperator(scene);
      const { sessions } = await scene.nobody().ask(officeMe, {}, { authorization });
      return { authorization, input: { id: sessions[0]?.id ?? '' } };
    },
  ],
  [
    officeDeviceBegin,
    async (scene) => ({
      authorization: await newOperator(scene),
      input: { password: OPERATOR_PASSWORD },
    }),
  ],
  [
    officeDeviceAdd,
    async (scene) => {
      const { authorization, credential } = await newDevice(scene);
      return { authorization, input: { name: 'Phone', credential } };
    },
  ],
  [
    officeDeviceRemove,
    async (scene) => {
      const { authorization, credential, id } = await newDevice(scene);
      await scene.nobody().ask(officeDeviceAdd, { name: 'Phone', credential }, { authorization });
      return { authorization, input: { credential: id } };
    },
  ],
  [
    operatorTotpBegin,
    async (scene) => ({
      authorization: await newOperator(scene),
      input: { password: OPERATOR_PASSWORD },
    }),
  ],
  [
    operatorTotpEnable,
    async (scene) => {
      const authorization = await newOperator(scene);
      const { secret } = await scene
        .nobody()
        .ask(operatorTotpBegin, { password: OPERATOR_PASSWORD }, { authorization });
      return { authorization, input: { code: await generate({ secret }) } };
    },
  ],
  [officeSettingSave, asOwner(() => ({ key: 'app_url', value: 'https://apps.example' }))],
  [
    officeFaultRelease,
    asOwner(async (scene) => ({ id: await heldFault(scene), reason: 'The defect is mended.' })),
  ],
  [
    officeOperatorSave,
    asOwner((scene) => ({ account: scene.newName(), name: 'Temp', role: 'support' })),
  ],
  [
    officeOperatorInvite,
    asOwner(async (scene) => {
      const { account } = await invitation(scene);
      const rows = await scene.operator('owner').ask(officeOperators, {});
      return { id: String(rows.find((row) => row.account === account)?.id) };
    }),
  ],
  [officeProposalDecide, asOwner(async (scene) => ({ id: await proposal(scene), approved: '1' }))],
  [officeOwnCustomerDeclare, asOwner((scene) => ({ kind: 'email', value: scene.newName() }))],
  [
    officeOperatorCustomerSave,
    asOwner(async (scene) => {
      const auditor = (await scene.operator('owner').ask(officeOperators, {})).find(
        ({ account }) => account === 'auditor@office.example',
      );
      return {
        operator: String(auditor?.id),
        kind: 'email',
        value: scene.newName(),
        linked: '1',
      };
    }),
  ],
  [officeProposalTakeBack, asOwner(async (scene) => ({ id: await proposal(scene) }))],
];

/** A command that broke the core and is held back. */
async function heldFault({ alice, exchange }: Scene): Promise<string> {
  const noted = {
    occurred_at: new Date(),
    seq: 9n,
    kind: 'spot.cancel',
    user_id: BigInt(alice.user),
    idempotency_key: null,
    fingerprint: crypto.randomUUID(),
    command: '{}',
    invariant: 'L1',
    message: '',
    markets: null,
    released_at: null,
    released_by: null,
  };
  const { id } = await exchange.queries
    .insertInto('engine_faults')
    .values(noted)
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

async function proposal(scene: Scene): Promise<string> {
  const { message } = (
    await scene
      .operator('owner')
      .send(officeSettingSave, { key: 'app_url', value: `https://${scene.newName()}` })
  ).body;
  return String((message as { proposal: number }).proposal);
}

/** An operator invited by the owner, with the token of the mailed link. */
export async function invitation(
  scene: Scene,
  role: Role = 'support',
  others: Readonly<Record<string, string>> = {},
): Promise<{ account: string; token: string }> {
  const account = scene.newName();
  await scene.operator('owner').ask(officeOperatorSave, { ...others, account, name: 'Temp', role });
  const [mail] = await scene.exchange.call(demoOutbox, { to: account });
  return { account, token: /#\/join\/([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '' };
}

/** The answer of a device that a new operator is about to add. */
async function newDevice(
  scene: Scene,
): Promise<{ authorization: string; credential: string; id: string }> {
  const authorization = await newOperator(scene);
  const { options } = await scene
    .nobody()
    .ask(officeDeviceBegin, { password: OPERATOR_PASSWORD }, { authorization });
  const device = new TestAuthenticator();
  return {
    authorization,
    credential: device.create(options, ORIGIN),
    id: device.id.toString('base64url'),
  };
}

/** An operator who has joined and logged in. */
async function newOperator(scene: Scene): Promise<string> {
  const { account, token } = await invitation(scene);
  await scene.nobody().ask(officeJoin, { token, password: OPERATOR_PASSWORD });
  return scene.nobody().ask(officeLogin, { account, password: OPERATOR_PASSWORD });
}
