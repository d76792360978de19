/** The security checklist of the house, item by item, against one exchange. docs/THREATS.md says what each item is. */
import { afterAll, beforeAll } from 'vitest';
import { checkAccessControl } from './testing/access-control.ts';
import { checkAuthentication } from './testing/authentication.ts';
import { Scene } from './testing/scene.ts';

let scene: Scene;
beforeAll(async () => {
  scene = await Scene.open();
});
afterAll(() => scene.close());

checkAccessControl(() => scene);
checkAuthentication(() => scene);
