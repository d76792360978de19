import { officeFeeTiersSave } from '@meridian/contract/fee/office';
import { asOwner, type Recipes } from './recipes.ts';

/** Good calls about fees. */
export const FEE_RECIPES: Recipes = [
  [
    officeFeeTiersSave,
    asOwner(() =>
      Promise.resolve({
        reason: 'Cheaper for those who trade much.',
        currency: '3',
        tiers: '10000:7:9,100000:6:8',
      }),
    ),
  ],
];
