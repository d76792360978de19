import { meResource } from './me/me-resource.ts';
import type { OfficeResource } from './resource.ts';

/** Every area, in the order of the menu. */
export const RESOURCES: readonly OfficeResource[] = [meResource];
