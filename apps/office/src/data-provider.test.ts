import { OFFICE_ROWS } from '@meridian/contract/schema/office-call';
import { describe, expect, test, vi } from 'vitest';
import { createDataProvider, ROWS } from './data-provider.ts';
import type { ResourceCalls } from './resource.ts';

const params = (
  page = 1,
  filter: Record<string, string> = {},
  field = 'id',
  order: 'ASC' | 'DESC' = 'ASC',
) => ({ pagination: { page, perPage: ROWS }, sort: { field, order }, filter });
const providerOf = (calls: ResourceCalls) => createDataProvider(new Map([['things', calls]]));

test('a page has as many rows as the server gives', () => {
  expect(ROWS).toBe(OFFICE_ROWS);
});

describe('lists that the server pages', () => {
  test('are asked for the page and the filter, and shown as they come', async () => {
    const list = vi.fn(async () => ({ list: [{ id: 9 }, { id: 3 }], total: 60 }));
    const signal = AbortSignal.timeout(1_000);
    expect(
      await providerOf({ list }).getList('things', { ...params(2, { q: 'ann' }), signal }),
    ).toEqual({ data: [{ id: 9 }, { id: 3 }], total: 60 });
    expect(list).toHaveBeenCalledExactlyOnceWith({ page: 2, filter: { q: 'ann' }, signal });
  });

  test('of another record are filtered by it', async () => {
    const list = vi.fn(async () => ({ list: [], total: 0 }));
    await providerOf({ list }).getManyReference('things', { ...params(), target: 'user', id: 7 });
    expect(list).toHaveBeenCalledExactlyOnceWith({
      page: 1,
      filter: { user: '7' },
      signal: undefined,
    });
  });
});

describe('lists that come whole', () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    id: index + 1,
    name: `Thing ${index + 1}`,
    kind: index % 2 === 0 ? 'even' : 'odd',
  }));
  const provider = providerOf({ list: async () => rows });
  const idsOf = async (...asked: Parameters<typeof params>) => {
    const { data, total } = await provider.getList('things', params(...asked));
    return { ids: data.map(({ id }: { id: number }) => id), total };
  };

  test('are paged here', async () => {
    expect(await idsOf(2)).toEqual({ ids: [26, 27, 28, 29, 30], total: 30 });
    expect(await idsOf(3)).toEqual({ ids: [], total: 30 });
  });

  test('are sorted by number where there are numbers', async () => {
    expect((await idsOf(1, {}, 'name', 'DESC')).ids.slice(0, 3)).toEqual([30, 29, 28]);
  });

  test('are searched in every field, and filtered by one', async () => {
    expect(await idsOf(1, { q: 'THING 2' })).toEqual({
      ids: [2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29],
      total: 11,
    });
    expect(await idsOf(1, { q: 'thing 2', kind: 'odd' })).toEqual({
      ids: [2, 20, 22, 24, 26, 28],
      total: 6,
    });
    expect((await idsOf(1, { kind: 'eve' })).total).toBe(0);
    expect((await idsOf(1, { kind: '' })).total).toBe(30);
  });
});

describe('records', () => {
  test('are fetched one by one', async () => {
    const one = async (id: number | string) => ({ id, name: `Thing ${id}` });
    const provider = providerOf({ one });
    expect(await provider.getOne('things', { id: 3 })).toEqual({
      data: { id: 3, name: 'Thing 3' },
    });
    expect(await provider.getMany('things', { ids: [1, 2] })).toEqual({
      data: [
        { id: 1, name: 'Thing 1' },
        { id: 2, name: 'Thing 2' },
      ],
    });
  });

  test('are what was sent once the server took it', async () => {
    const provider = providerOf({
      create: async () => ({ id: 12 }),
      update: async () => 'Done',
      remove: async () => 'Done',
    });
    expect(await provider.create('things', { data: { name: 'new' } })).toEqual({
      data: { id: 12, name: 'new' },
    });
    expect(
      await provider.update('things', {
        id: 12,
        data: { name: 'newer' },
        previousData: { id: 12, name: 'new', kind: 'odd' },
      }),
    ).toEqual({ data: { id: 12, name: 'newer', kind: 'odd' } });
    expect(
      await provider.delete('things', { id: 12, previousData: { id: 12, name: 'newer' } }),
    ).toEqual({ data: { id: 12, name: 'newer' } });
    expect(await provider.deleteMany('things', { ids: [1, 2] })).toEqual({ data: [1, 2] });
  });

  test('a refusal goes through', async () => {
    const refused = new Error('no');
    await expect(
      providerOf({ update: () => Promise.reject(refused) }).update('things', {
        id: 1,
        data: {},
        previousData: { id: 1 },
      }),
    ).rejects.toBe(refused);
  });

  test('what a resource cannot do is said with its name', async () => {
    await expect(providerOf({}).create('things', { data: {} })).rejects.toThrow(
      'things has no call to create',
    );
    await expect(providerOf({}).getList('others', params())).rejects.toThrow(
      'others has no call to list',
    );
  });
});
