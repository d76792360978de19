import SettingsIcon from '@mui/icons-material/TuneOutlined';
import { call } from '../http.ts';
import type { OfficeResource } from '../resource.ts';
import { SettingsPage } from './settings-page.tsx';

export const settingsResource: OfficeResource = {
  name: 'settings',
  permission: 'settings.write',
  options: { label: 'Site settings' },
  icon: SettingsIcon,
  list: SettingsPage,
  calls: {
    list: async ({ signal }) =>
      (await call('GET /office/api/settings', {}, { signal })).map(({ key, value, set_time }) => ({
        id: key,
        value,
        set_time,
      })),
  },
};
