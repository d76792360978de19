import type { ServerModule } from '../../module.ts';
import { ensureDemoOperator, renewDemoPasswords } from './demo-operator.ts';
import { registerDemoRoutes } from './routes.ts';

export const demoModule: ServerModule = {
  name: 'demo',
  register(gateway, services) {
    if (services.isDemo) registerDemoRoutes(gateway, services);
  },
  async furnishDemo({ queries, isDemoPublic }) {
    await ensureDemoOperator(queries);
    if (!isDemoPublic) return;
    for (const { account, password } of await renewDemoPasswords(queries))
      process.stdout.write(
        `The office is open to ${account} with the password ${password}, which is said only now\n`,
      );
  },
};
