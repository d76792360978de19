import { officeFeeTiersSave } from '@meridian/contract/fee/office';
import type { Call } from '@meridian/contract/schema/call';
import type { Scene } from './scene.ts';

type Input = Readonly<Record<string, string>>;

/** A good input of each call of operators about fees. */
export const FEE_OFFICE_CALLS: readonly (readonly [
  call: Call,
  input: (scene: Scene) => Promise<Input>,
])[] = [
  [
    officeFeeTiersSave,
    () =>
      Promise.resolve({
        reason: 'Cheaper for those who trade much.',
        currency: '3',
        tiers: '10000:7:9,100000:6:8',
      }),
  ],
];
