import type {
  DataProvider,
  GetListParams,
  GetListResult,
  Identifier,
  RaRecord,
  SortPayload,
} from 'react-admin';
import { isProposed } from './shared/proposed.ts';
import type { ListQuery, ResourceCalls, Row } from './resource.ts';

/** Rows on a page, here and on the server (`OFFICE_ROWS` of the contract). */
export const ROWS = 25;

type Records = RaRecord[];

/**
 * Translates react-admin's requests into calls, by name of resource. Throws `ApiError`; a request
 * that a resource does not support is a bug.
 */
export function createDataProvider(resources: ReadonlyMap<string, ResourceCalls>): DataProvider {
  function ability<K extends keyof ResourceCalls>(
    resource: string,
    name: K,
  ): NonNullable<ResourceCalls[K]> {
    const found = resources.get(resource)?.[name];
    if (found === undefined) throw new Error(`${resource} has no call to ${name}`);
    return found;
  }
  const record = async (resource: string, id: Identifier, signal?: AbortSignal) =>
    (await ability(resource, 'one')(id, signal)) as never;

  return {
    getList: async (resource, params) => (await list(ability(resource, 'list'), params)) as never,
    getOne: async (resource, { id, signal }) => ({
      data: await record(resource, id as Identifier, signal),
    }),
    getMany: async (resource, { ids, signal }) => ({
      data: await Promise.all(ids.map((id) => record(resource, id, signal))),
    }),
    getManyReference: async (resource, { target, id, filter, ...params }) => {
      const wanted = { ...(filter as ListQuery['filter']), [target]: String(id) };
      return (await list(ability(resource, 'list'), { ...params, filter: wanted })) as never;
    },
    create: async (resource, { data }) => {
      const added = await ability(resource, 'create')(data);
      // The record does not exist yet: the number is the proposal's.
      if (isProposed(added))
        return {
          data: { ...data, id: `proposal ${added.proposal}`, proposal: added.proposal } as never,
        };
      return { data: { ...data, ...added } as never };
    },
    update: async (resource, { id, data, previousData }) => {
      const changed = await ability(resource, 'update')(id as Identifier, data);
      // The record is unchanged until the proposal is approved.
      if (isProposed(changed))
        return {
          data: {
            ...(previousData as object),
            id: id as Identifier,
            proposal: changed.proposal,
          } as never,
        };
      const answer = typeof changed === 'object' ? changed : {};
      return {
        data: {
          ...(previousData as object),
          ...(data as object),
          ...answer,
          id: id as Identifier,
        } as never,
      };
    },
    delete: async (resource, { id, previousData }) => {
      await ability(resource, 'remove')(id as Identifier);
      return { data: { ...(previousData as object), id: id as Identifier } as never };
    },
    deleteMany: async (resource, { ids }) => {
      await Promise.all(ids.map((id) => ability(resource, 'remove')(id)));
      return { data: ids };
    },
    // No list has bulk changes.
    updateMany: (resource) => Promise.reject(new Error(`${resource} has no call to change many`)),
    supportAbortSignal: true,
  };
}

async function list(
  calls: NonNullable<ResourceCalls['list']>,
  { pagination, sort, filter, signal }: GetListParams,
): Promise<GetListResult> {
  const page = pagination?.page ?? 1;
  const wanted = (filter ?? {}) as ListQuery['filter'];
  const result = await calls({ page, filter: wanted, signal });
  if (!isAll(result)) return { data: [...result.list] as Records, total: result.total };
  const rows = result.filter((row) => isWanted(row, wanted));
  if (sort !== undefined) rows.sort(inOrder(sort));
  const perPage = pagination?.perPage ?? ROWS;
  return { data: rows.slice((page - 1) * perPage, page * perPage) as Records, total: rows.length };
}

function isAll(found: { readonly list: readonly Row[] } | readonly Row[]): found is readonly Row[] {
  return Array.isArray(found);
}

/** `q` matches a part of any field; any other name must equal the field. */
function isWanted(row: Row, filter: ListQuery['filter']): boolean {
  const fields = row as unknown as Record<string, unknown>;
  return Object.entries(filter).every(([name, value]) => {
    if (value === undefined || value === '') return true;
    if (name !== 'q') return text(fields[name]) === text(value);
    return Object.values(fields).some((field) => text(field).includes(text(value)));
  });
}

function inOrder({ field, order }: SortPayload): (left: Row, right: Row) => number {
  const sign = order === 'DESC' ? -1 : 1;
  const of = (row: Row): string => text((row as unknown as Record<string, unknown>)[field]);
  return (left, right) => sign * of(left).localeCompare(of(right), 'en', { numeric: true });
}

function text(value: unknown): string {
  return typeof value === 'object' || value === undefined
    ? ''
    : String(value as string | number).toLowerCase();
}
