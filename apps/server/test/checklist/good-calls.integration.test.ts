import { CALLBACK_DONE } from '@meridian/contract/payment/calls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultOf, isSuccess } from '../sequences/judge-answer.ts';
import { goodCall } from './items/good-calls.ts';
import { Scene } from './items/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

it('every call succeeds with what is right, in any encoding, and answers as its schema says', async () => {
  const failed: string[] = [];
  for (const call of scene.exchange.calls) {
    for (const encoding of ['form', 'json'] as const) {
      const { authorization, input, file, headers = {} } = await goodCall(scene, call);
      const { status, body, text } =
        file === undefined
          ? await scene.send(call, input, { authorization, encoding, headers })
          : await scene.sendFile(call, file, { authorization });
      if (call.envelope === 'text' && status === 200 && text === CALLBACK_DONE) continue;
      const fault = faultOf(call, { status, body });
      if (fault !== undefined || !isSuccess({ status, body }))
        failed.push(
          `${call.method} ${call.path} ${JSON.stringify(input)}: ${fault ?? text.slice(0, 200)}`,
        );
    }
  }
  expect(
    failed,
    'a call that asks for something that must exist needs a line in the scene of its area',
  ).toEqual([]);
});
