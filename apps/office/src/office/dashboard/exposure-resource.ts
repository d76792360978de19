import ExposureIcon from '@mui/icons-material/DonutLargeOutlined';
import { call } from '../../http.ts';
import type { OfficeResource } from '../../resource.ts';
import { ExposurePage } from './exposure-page.tsx';

export const contractExposureResource: OfficeResource = {
  name: 'contract-exposure',
  permission: 'contracts.read',
  options: { label: 'Exposure' },
  icon: ExposureIcon,
  list: ExposurePage,
  // A singleton: it has no list.
  calls: {
    one: async (id, signal) => {
      const [margin, seconds] = await Promise.all([
        call('GET /office/api/margin_exposure', {}, { signal }),
        call('GET /office/api/seconds_exposure', {}, { signal }),
      ]);
      return { id, margin, seconds };
    },
  },
};
