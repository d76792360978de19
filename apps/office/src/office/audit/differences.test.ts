import { expect, test } from 'vitest';
import { differences } from './differences.ts';

const json = JSON.stringify;

test('changed fields come first, nested ones by their path', () => {
  const found = differences(
    json({ name: 'Ann', rules: { fee: 10, tick: '0.1' } }),
    json({ name: 'Ann', rules: { fee: 20, tick: '0.1' } }),
  );
  expect(found).toEqual([
    { field: 'rules.fee', before: '10', after: '20', isChanged: true },
    { field: 'name', before: 'Ann', after: 'Ann', isChanged: false },
    { field: 'rules.tick', before: '0.1', after: '0.1', isChanged: false },
  ]);
});

test('what is new or gone has nothing on the other side', () => {
  expect(differences('null', json({ a: true }))).toEqual([
    { field: 'a', before: '', after: 'true', isChanged: true },
  ]);
  expect(differences(json({ a: [{ b: 1 }] }), json({ a: [{ b: 2 }] }))).toEqual([
    { field: 'a.0.b', before: '1', after: '2', isChanged: true },
  ]);
  expect(differences(json({ a: [1, 2] }), json({ a: [1] }))).toEqual([
    { field: 'a', before: '1, 2', after: '1', isChanged: true },
  ]);
});

test('a single value has no field, and text that is no JSON is shown as it is', () => {
  expect(differences('"old"', '"new"')).toEqual([
    { field: '', before: 'old', after: 'new', isChanged: true },
  ]);
  expect(differences('', 'oops {')).toEqual([
    { field: '', before: '', after: 'oops {', isChanged: true },
  ]);
  expect(differences('null', 'null')).toEqual([]);
});
