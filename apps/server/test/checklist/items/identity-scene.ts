import { assetProof, cashSave, realName, upload } from '@meridian/contract/identity/calls';
import { officeApplication, officeReview } from '@meridian/contract/identity/office';
import { asNewcomer, asOwner, type Recipes } from './recipes.ts';
import type { Customer, Scene } from './scene.ts';

/** Good calls about identity. */
export const IDENTITY_RECIPES: Recipes = [
  [
    upload,
    async (scene) => ({
      authorization: (await scene.newcomer()).token,
      input: {},
      file: await scene.picture(),
    }),
  ],
  [realName, asNewcomer(identityInput)],
  [
    assetProof,
    asNewcomer(async (customer, { exchange }) => {
      await exchange.queries
        .updateTable('users')
        .set({ review_status: 'approved' })
        .where('id', '=', BigInt(customer.user))
        .execute();
      return { asset_pic: await customer.upload() };
    }),
  ],
  [
    cashSave,
    asNewcomer(() => ({
      real_name: 'Zoë Example',
      bank_name: 'Bank',
      bank_account: '6222021234567890',
    })),
  ],
  [officeApplication, asOwner(async (scene) => ({ id: String((await application(scene)).id) }))],
  [
    officeReview,
    asOwner(async (scene) => ({ id: String((await application(scene)).id), approved: '1' })),
  ],
];

/** An application of a new customer, under review. */
export async function application(
  scene: Scene,
): Promise<{ customer: Customer; id: number; pictures: readonly string[] }> {
  const customer = await scene.newcomer();
  const input = await identityInput(customer);
  await customer.ask(realName, input);
  const { id } = await scene.exchange.queries
    .selectFrom('identity_applications')
    .select('id')
    .where('user_id', '=', BigInt(customer.user))
    .executeTakeFirstOrThrow();
  return {
    customer,
    id: Number(id),
    pictures: [input.front_pic, input.reverse_pic, input.hand_pic],
  };
}

export async function identityInput(customer: Customer): Promise<{
  name: string;
  card_id: string;
  front_pic: string;
  reverse_pic: string;
  hand_pic: string;
}> {
  const [front_pic = '', reverse_pic = '', hand_pic = ''] = [
    await customer.upload(),
    await customer.upload(),
    await customer.upload(),
  ];
  return { name: 'Zoë Example', card_id: `AB-${customer.user}`, front_pic, reverse_pic, hand_pic };
}
