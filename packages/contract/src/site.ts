import { Type } from 'typebox';
import { defineCall } from './call.ts';

export const siteLinks = defineCall({
  method: 'GET',
  path: '/api/custorm',
  access: 'public',
  area: 'site',
  summary: "Links that the operator has set; '' where one is not set",
  input: Type.Object({}),
  output: Type.Object({
    app_url: Type.String({ description: 'download of the app' }),
    custorm_url: Type.String({ description: 'customer service; {id} and {name} stand for user id and account number' }),
    c_pc: Type.String({ description: 'the same, for older clients' }),
  }),
});
