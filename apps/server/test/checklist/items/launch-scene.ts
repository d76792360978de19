import { officeLaunchCoinSave } from '@meridian/contract/launch/office';
import type { Call } from '@meridian/contract/schema/call';
import type { Scene } from './scene.ts';

type Input = Readonly<Record<string, string>>;

const DAY_MS = 86_400_000;

/** A good input of each call of operators about new coins. */
export const LAUNCH_OFFICE_CALLS: readonly (readonly [
  call: Call,
  input: (scene: Scene) => Promise<Input>,
])[] = [
  [
    officeLaunchCoinSave,
    ({ exchange: { engine } }) =>
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
  ],
];
