import type { Amount } from '@meridian/money/amount';
import { expect, it } from 'vitest';
import { goodCall } from './good-calls.ts';
import type { Scene } from './scene.ts';

/**
 * Another value for the first of these fields that a call has: another intention under the same
 * key.
 */
const OTHER_WISHES = {
  num: '0.002',
  number: '51',
  amount: '72',
  money: '71.5',
  share: '11',
  target_profit_price: '71000',
  id: '999999998',
  type: '1',
  text: 'Something else.',
  least: '0.00000001',
  minutes: '61',
  days: '7',
};
/** Calls without a field that could express another intention. */
const ONE_WISH: readonly string[] = ['/api/demo/faucet', '/api/c2c/bond_return'];
const AT_ONCE = 6;
/** More keys than are kept for one user, from several users. */
const FLOOD = { keys: 20_050, users: 40 };

/** An answer without the exchange's clock, which goes on between a call and its repetition. */
function timeless(answer: string): string {
  return answer.replace(/"now":\d+/, '');
}

/**
 * The item of the checklist about money that is made from the registered calls. Each area tests the
 * others.
 */
export function checkMoney(scene: () => Scene): void {
  const moneyCalls = () => scene().exchange.calls.filter(({ money }) => money === true);

  it('item 19: a key that comes again has one effect and one answer, and carries no other wish', async () => {
    const { exchange } = scene();
    const calls = moneyCalls();
    expect(calls.length).toBeGreaterThan(10);
    for (const [index, call] of calls.entries()) {
      const { authorization, input } = await goodCall(scene(), call);
      const send = (wish: typeof input) =>
        scene().send(call, wish, {
          authorization,
          headers: { 'idempotency-key': `item-19-${index}` },
        });
      const first = await send(input);
      expect(first.body.type, `${call.path}: ${first.text}`).toBe('ok');
      const after = JSON.stringify(exchange.state());
      expect(timeless((await send(input)).text), call.path).toBe(timeless(first.text));
      expect(JSON.stringify(exchange.state()), call.path).toBe(after);
      const other = Object.entries(OTHER_WISHES).find(([name]) => name in input);
      if (other === undefined) {
        expect(ONE_WISH, 'a call that moves money needs a field with another wish').toContain(
          call.path,
        );
        continue;
      }
      const changed = await send({ ...input, [other[0]]: other[1] });
      expect(changed.body.type, `${call.path} ${other[0]}: ${changed.text}`).toBe('error');
      expect(JSON.stringify(exchange.state()), call.path).toBe(after);
    }
  });

  it('item 19: a key that comes several times at once has one effect and one answer', async () => {
    const { engine } = scene().exchange;
    for (const [index, call] of moneyCalls().entries()) {
      const alone = await goodCall(scene(), call);
      const before = engine.exchange.seq;
      const first = await scene().send(call, alone.input, {
        authorization: alone.authorization,
        headers: { 'idempotency-key': `alone-${index}` },
      });
      const changes = engine.exchange.seq - before;
      const { authorization, input } = await goodCall(scene(), call);
      const { seq } = engine.exchange;
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () =>
          scene().send(call, input, {
            authorization,
            headers: { 'idempotency-key': `at-once-${index}` },
          }),
        ),
      );
      // Only a command that changes something has a number: the changes of one call are one effect.
      expect(new Set(answers.map(({ text }) => timeless(text))), call.path).toHaveLength(1);
      expect(answers[0]?.body.type, `${call.path}: ${answers[0]?.text}`).toBe(first.body.type);
      expect(engine.exchange.seq - seq, call.path).toBe(changes);
    }
  });

  it('item 19: and so after a flood of keys of others', async () => {
    const { exchange } = scene();
    const call = moneyCalls().find(({ path }) => path === '/api/transaction/in');
    if (call === undefined) throw new Error('no order is a call that moves money');
    const { authorization, input } = await goodCall(scene(), call);
    const send = () =>
      scene().send(call, input, {
        authorization,
        headers: { 'idempotency-key': 'before-the-flood' },
      });
    const first = await send();
    expect(first.body.type, first.text).toBe('ok');
    for (let index = 0; index < FLOOD.keys + FLOOD.users; index++) {
      const user = index < FLOOD.users ? 300_000 + index : 299_999;
      await exchange.engine.submit({
        kind: 'ledger.deposit',
        user,
        wallet: 'spot',
        currency: 3,
        amount: 1n as Amount,
        reference: 'flood',
        key: `flood-${index}`,
      });
    }
    const after = JSON.stringify(exchange.state());
    expect((await send()).text).toBe(first.text);
    expect(JSON.stringify(exchange.state())).toBe(after);
  });
}
