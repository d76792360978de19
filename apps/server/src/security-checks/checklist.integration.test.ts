/**
 * The security checklist of the house, item by item, against one exchange. docs/THREATS.md says
 * what each item is.
 */
import { afterAll, beforeAll } from 'vitest';
import { checkAccessControl } from './testing/access-control.ts';
import { checkAuthentication } from './testing/authentication.ts';
import { checkGuessing } from './testing/guessing.ts';
import { checkInputAndFiles } from './testing/input-and-files.ts';
import { checkMoney } from './testing/money.ts';
import { checkPayment } from './testing/payment.ts';
import { Scene } from './testing/scene.ts';
import { checkService } from './testing/service.ts';

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
