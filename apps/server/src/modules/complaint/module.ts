import type { ServerModule } from '../../module.ts';
import { registerComplaintOffice } from './office-routes.ts';
import { registerComplaints } from './routes.ts';

export const complaintModule: ServerModule = {
  name: 'complaint',
  register(gateway, services) {
    registerComplaints(gateway, services);
    registerComplaintOffice(gateway, services);
  },
};
