import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { actionWords, isKnownAction } from './action-words.ts';

const SERVER = path.join(import.meta.dirname, '..', '..', '..', '..', 'server', 'src', 'modules');
/** `action: 'x'`, or one of two: `action: condition ? 'x' : 'y'`. */
const ACTION = /\baction: (?:[\w !=&.']{1,60}\? )?'([a-z_]+(?:\.[a-z_]+)?)'(?: : '([a-z_.]+)')?/g;

function actionsOfServer(): string[] {
  const files = readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('test'),
  );
  return files
    .flatMap((file) =>
      [...readFileSync(path.join(SERVER, file), 'utf8').matchAll(ACTION)].flatMap(
        ([, one = '', other = '']) => [one, other],
      ),
    )
    .filter((action) => action !== '');
}

test('every action that the server writes into the log has words', () => {
  const actions = actionsOfServer();
  expect(new Set(actions).size).toBeGreaterThan(50);
  expect(actions.filter((action) => !isKnownAction(action))).toEqual([]);
});

test('an action is told as a person says it', () => {
  expect(actionWords('user.freeze')).toBe('Froze a customer');
  expect(actionWords('users.list')).toBe('Looked at the list of customers');
  expect(actionWords('market.add_refused')).toBe('Listed a market: refused');
  expect(actionWords('login_failed_again')).toBe('Login failed, more than once');
  expect(actionWords('new_thing.save')).toBe('New thing save');
});
