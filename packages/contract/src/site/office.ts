import { Type } from 'typebox';
import { defineCall } from '../schema/call.ts';
import { ProposalReason, Text } from '../schema/scalars.ts';
import { SETTING_KEYS, SETTING_LENGTH } from './settings.ts';
import { OfficeDone, inOffice } from '../schema/office-call.ts';

export const officeSettings = defineCall({
  ...inOffice,
  method: 'GET',
  path: '/office/api/settings',
  permission: 'settings.write',
  summary: 'Settings of the site',
  input: Type.Object({}),
  output: Type.Array(
    Type.Object({
      key: Type.Enum(SETTING_KEYS),
      value: Type.String(),
      set_time: Type.String({
        description: "when it was set, YYYY-MM-DD HH:mm:ss, Asia/Shanghai; '' where it never was",
      }),
    }),
  ),
});
export const officeSettingSave = defineCall({
  ...inOffice,
  method: 'POST',
  path: '/office/api/setting_save',
  permission: 'settings.write',
  change: 'proposal',
  summary: 'Sets one of them',
  input: Type.Object({
    reason: ProposalReason,
    key: Type.Enum(SETTING_KEYS),
    value: Type.Optional(Text(SETTING_LENGTH, 'nothing: as if it had never been set')),
  }),
  output: OfficeDone,
});
