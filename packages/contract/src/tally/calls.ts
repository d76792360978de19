import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';

export const tallyShow = defineCall({
  method: 'GET',
  path: '/api/tally/show',
  access: 'public',
  area: 'tally',
  summary: 'Seconds since the server started to count',
  input: Type.Object({}),
  output: Type.Object({ seconds: Type.Integer() }),
});
