import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PERMISSIONS } from '@meridian/contract/office/permissions';
import * as marginOffice from '@meridian/contract/margin/office';
import * as office from '@meridian/contract/seconds/office';
import * as contract from '@meridian/contract/seconds/calls';
import { describe, expect, it } from 'vitest';

/**
 * Products of this kind are known for houses that choose the winners. Here nothing can: no table,
 * command, call or permission names an outcome or a price for a ticket, a person or a group. These
 * tests prove the absence; an author of such a control has to remove them first.
 */
const ROOT = join(import.meta.dirname, '../../../../..');
/**
 * Words that a control of outcomes would need. `result` and the like are words of answers, never of
 * requests.
 */
const CONTROL =
  /risk_?(control|group|profit)|pre_?(set|profit|result)|force_?(win|lose|result|price)|rigged|manual|win_?rate|odds|outcome|kill_?rate|is_?win|must_?(win|lose)/i;

function fieldsOf(text: string): string[] {
  return [...text.matchAll(/readonly (\w+)\??:/g)].map(([, name]) => name as string);
}

describe('no outcome of a seconds contract can be set', () => {
  it('by a command: none names a price, a tick, a result or a person other than its own', () => {
    const source = readFileSync(
      join(ROOT, 'packages/core/src/seconds/seconds-commands.ts'),
      'utf8',
    );
    const fields = fieldsOf(source);
    expect(fields.length).toBeGreaterThan(20);
    expect(
      fields.filter(
        (name) => CONTROL.test(name) || /price|tick|result|won|lost|profit|settle/i.test(name),
      ),
    ).toEqual([]);
    // Terms are of a market and a currency, never of a user, a ticket or a group.
    const terms = source.slice(
      source.indexOf('export interface SecondsTerms'),
      source.indexOf('export interface ListSecondsTerms'),
    );
    expect(fieldsOf(terms)).toEqual([
      'market',
      'currency',
      'feeBps',
      'amounts',
      'durations',
      'exposureCap',
      'isOpen',
      'openDelayMs',
      'minSources',
    ]);
  });

  it('by a call: what is sent has no price, no ratio, no result', () => {
    const calls = Object.values(contract).filter(
      (value): value is (typeof contract)['secondsSubmit'] =>
        typeof value === 'object' && 'path' in value,
    );
    expect(calls.length).toBeGreaterThanOrEqual(8);
    const inputs = calls.flatMap(({ input }) => Object.keys(input.properties));
    expect(
      inputs.filter((name) => CONTROL.test(name) || /price|ratio|result|profit|tick/i.test(name)),
    ).toEqual([]);
    expect(Object.keys(contract.secondsSubmit.input.properties).sort()).toEqual([
      'currency_id',
      'match_id',
      'number',
      'seconds',
      // These can only refuse.
      'seen_fee',
      'seen_payout',
      'type',
    ]);
  });

  it('by a call of an operator: what is changed is offered to all, and names no ticket, person, price or result', () => {
    const calls = Object.values({ ...office, ...marginOffice }).filter(
      (value): value is (typeof office)['officeSecondsTermsSave'] => 'path' in value,
    );
    const changes = calls.filter(({ method }) => (method as string) !== 'GET');
    expect(changes.map(({ path }) => path).sort()).toEqual([
      '/office/api/insurance_offer_save',
      '/office/api/margin_terms_save',
      '/office/api/seconds_terms_save',
    ]);
    const inputs = changes.flatMap(({ input }) => Object.keys(input.properties));
    expect(
      inputs.filter(
        (name) =>
          CONTROL.test(name) || /price|result|profit|tick|user|account|position/i.test(name),
      ),
    ).toEqual([]);
    expect(Object.keys(office.officeSecondsTermsSave.input.properties).sort()).toEqual([
      'amounts',
      'currency',
      'durations',
      'exposure_cap',
      'fee_bps',
      'market',
      'min_sources',
      'open',
      'open_delay_ms',
      'reason',
    ]);
  });

  it('by a permission', () => {
    expect(
      PERMISSIONS.filter((name) => CONTROL.test(name) || /seconds|ticket|micro/i.test(name)),
    ).toEqual([]);
  });

  it('by a table: no column of any table', () => {
    const folder = join(ROOT, 'apps/server/migrations');
    for (const file of readdirSync(folder)) {
      const columns = [
        ...readFileSync(join(folder, file), 'utf8').matchAll(/^ {2}(\w+) [a-z]+/gm),
      ].map(([, name]) => name as string);
      expect(
        columns.filter((name) => CONTROL.test(name)),
        file,
      ).toEqual([]);
    }
  });

  it('in the core: the outcome is computed in one place, from two ticks and the direction', () => {
    const source = readFileSync(join(ROOT, 'packages/core/src/seconds/seconds.ts'), 'utf8');
    expect(source.match(/'won' : 'lost'/g)).toHaveLength(1);
    expect(source).toContain(`): 'won' | 'lost' | 'drawn' {
  if (settleTicks === openTicks) return 'drawn';
  return settleTicks > openTicks === (direction === 'up') ? 'won' : 'lost';
}`);
    expect(source.match(/decidedBy\(direction, /g)).toHaveLength(1);
  });
});
