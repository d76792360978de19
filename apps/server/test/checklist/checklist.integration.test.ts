/**
 * The security checklist, item by item, against one exchange. docs/THREATS.md describes each item.
 */
import { afterAll, beforeAll } from 'vitest';
import { checkAccessControl } from './items/access-control.ts';
import { checkAuthentication } from './items/authentication.ts';
import { checkGuessing } from './items/guessing.ts';
import { checkInputAndFiles } from './items/input-and-files.ts';
import { checkMoney } from './items/money.ts';
import { checkPayment } from './items/payment.ts';
import { Scene } from './items/scene.ts';
import { checkService } from './items/service.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

checkAccessControl(() => scene);
checkGuessing(() => scene);
checkAuthentication(() => scene);
checkMoney(() => scene);
checkPayment(() => scene);
checkInputAndFiles(() => scene);
checkService(() => scene);
