import { officeLaunchCoinSave } from '@meridian/contract/launch/office';
import { asOwner, type Recipes } from './recipes.ts';

const DAY_MS = 86_400_000;

/** Good calls about coins that are announced. */
export const LAUNCH_RECIPES: Recipes = [
  [
    officeLaunchCoinSave,
    asOwner(({ exchange: { engine } }) =>
      Promise.resolve({
        reason: 'A coin of the harbour.',
        name: 'Harbour coin',
        index: '1',
        planned: '21000000',
        start_price: '1.2',
        start_ms: String(engine.timeMs + 60 * DAY_MS),
        end_ms: String(engine.timeMs + 90 * DAY_MS),
        paper: 'https://harbour.example/paper.pdf',
        is_shown: '1',
      }),
    ),
  ],
];
