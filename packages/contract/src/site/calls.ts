import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { LANGUAGES } from '../languages.ts';

export const siteLinks = defineCall({
  method: 'GET',
  path: '/api/custorm',
  access: 'public',
  area: 'site',
  summary: "Links that the operator has set; '' where one is not set",
  input: Type.Object({}),
  output: Type.Object({
    app_url: Type.String({ description: 'download of the app' }),
    custorm_url: Type.String({
      description: 'customer service; {id} and {name} stand for user id and account number',
    }),
    forum_url: Type.String({ description: 'forum; {id} and {name} as above' }),
    c_pc: Type.String({ description: 'the same, for older clients' }),
  }),
});

export const siteConfig = defineCall({
  method: 'GET',
  path: '/api/site/config',
  access: 'public',
  area: 'site',
  summary:
    'What every visitor needs to know of the site: the language of who has chosen none, what a new password must be, whether orders are taken',
  input: Type.Object({}),
  output: Type.Object({
    default_language: Type.Enum([...LANGUAGES]),
    password: Type.Object({
      least: Type.Integer({ description: 'characters' }),
      most: Type.Integer(),
      letters_and_digits: Type.Enum([0, 1], { description: '1: both are needed' }),
    }),
    trading: Type.Enum(['open', 'cancel_only'], {
      description: '`cancel_only`: orders are cancelled, and nothing else is taken',
    }),
  }),
});
