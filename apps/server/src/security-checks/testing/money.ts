import { expect, it } from 'vitest';
import { goodCall } from './good-calls.ts';
import type { Scene } from './scene.ts';

/** Another value for the first of these fields that a call has: another wish under the same key. */
const OTHER_WISHES = { num: '0.002', number: '51', amount: '72', money: '71.5', share: '11', target_profit_price: '71000', id: '999999998', type: '1' };

/** The item of the checklist about money that is made of the registered calls. Each area tests the others. */
export function checkMoney(scene: () => Scene): void {
  it('item 19: a key that comes again has one effect and one answer, and carries no other wish', async () => {
    const { exchange } = scene();
    const calls = exchange.calls.filter(({ money }) => money === true);
    expect(calls.length).toBeGreaterThan(10);
    for (const call of calls) {
      const { authorization, input } = await goodCall(scene(), call);
      const send = (wish: typeof input) => scene().send(call, wish, { authorization, headers: { 'idempotency-key': 'item-19' } });
      const first = await send(input);
      expect(first.body.type, `${call.path}: ${first.text}`).toBe('ok');
      const after = JSON.stringify(exchange.state());
      expect((await send(input)).text, call.path).toBe(first.text);
      expect(JSON.stringify(exchange.state()), call.path).toBe(after);
      const other = Object.entries(OTHER_WISHES).find(([name]) => name in input);
      if (other === undefined) continue;
      const changed = await send({ ...input, [other[0]]: other[1] });
      expect(changed.body.type, `${call.path} ${other[0]}: ${changed.text}`).toBe('error');
      expect(JSON.stringify(exchange.state()), call.path).toBe(after);
    }
  });
}
