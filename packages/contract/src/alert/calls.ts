import { Type } from 'typebox';
import { Done, TimeOut } from '../schema/answers.ts';
import { defineCall } from '../schema/call.ts';
import { ALERT_RULES } from './rules.ts';
import { DecimalText, Id, Text, withExamples } from '../schema/scalars.ts';

/** Whether the price has to rise to the alert's price, or to fall to it. */
export const ALERT_DIRECTIONS = ['rises', 'falls'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

const inAlert = { area: 'alert', access: 'private' } as const;
const Switched = Type.Enum(['0', '1']);

const AlertRow = Type.Object({
  id: Type.Integer(),
  currency_id: Type.Integer(),
  legal_id: Type.Integer(),
  symbol: Type.String(),
  direction: Type.Enum([...ALERT_DIRECTIONS]),
  price: Type.String(),
  repeats: Type.Boolean({
    description: `stays on after it was met; it rests for ${ALERT_RULES.restMinutes} minutes, and until the price was on the other side again`,
  }),
  is_on: Type.Boolean(),
  note: Type.String(),
  met_count: Type.Integer(),
  met_time: Type.String({ description: "of the last time, '' before the first" }),
  create_time: TimeOut,
});

export const alertList = defineCall({
  ...inAlert,
  method: 'GET',
  path: '/api/alert/list',
  summary: 'Own price alerts of all pairs, newest first',
  input: Type.Object({}),
  output: Type.Object({
    list: Type.Array(AlertRow),
    limit: Type.Integer({ description: 'that may be on at a time' }),
  }),
});

export const alertAdd = defineCall({
  ...inAlert,
  method: 'POST',
  path: '/api/alert/add',
  summary:
    'Sets an alert: the last price of a pair rises to a price, or falls to it. Answers its number',
  input: Type.Object({
    legal_id: withExamples(Id, [3]),
    currency_id: withExamples(Id, [1]),
    direction: Type.Enum([...ALERT_DIRECTIONS]),
    price: DecimalText,
    repeats: Type.Optional(Type.Enum(['0', '1'], { description: '0, once, where it is left out' })),
    note: Type.Optional(Text(ALERT_RULES.noteLetters)),
  }),
  output: Type.Object({ id: Type.Integer() }),
});

export const alertSwitch = defineCall({
  ...inAlert,
  method: 'POST',
  path: '/api/alert/switch',
  summary: 'Switches an own price alert on or off',
  input: Type.Object({ id: Id, on: Switched }),
  output: Done,
});

export const alertDelete = defineCall({
  ...inAlert,
  method: 'POST',
  path: '/api/alert/delete',
  summary: 'Deletes an own price alert',
  input: Type.Object({ id: Id }),
  output: Done,
});
