import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addArticle, changeArticle, wordsIn } from './article-calls.ts';

const fetched = vi.fn<typeof fetch>();
const STORED = {
  id: 7,
  c_id: 3,
  title: 'Maintenance',
  languages: ['en', 'es'],
  updated_time: '',
  thumbnail: '',
  translations: [
    { language: 'en', title: 'Maintenance', abstract: '', content: '<p>At noon.</p>' },
    { language: 'es', title: 'Mantenimiento', abstract: '', content: '<p>A mediodía.</p>' },
  ],
};
/** The same article in the shape of the form. */
const FORM = {
  id: 7,
  c_id: 3,
  thumbnail: '',
  title: { en: 'Maintenance', es: 'Mantenimiento' },
  abstract: { en: '', es: null },
  content: { en: '<p>At noon.</p>', es: '<p>A mediodía.</p>' },
};

beforeEach(() => {
  fetched.mockImplementation(async (_url, init) =>
    Response.json({ type: 'ok', message: init?.method === 'POST' ? { id: 7 } : STORED }),
  );
  vi.stubGlobal('fetch', fetched);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  fetched.mockReset();
});

/** The writes: path and fields of each changing call. */
function written(): Record<string, string>[] {
  return fetched.mock.calls
    .filter(([, init]) => init?.method === 'POST')
    .map(([url, init]) => ({
      path: String(url as string),
      ...Object.fromEntries(init?.body as URLSearchParams),
    }));
}

test('a language is written where one of its fields is; the empty paragraph of the editor is nothing', () => {
  expect(
    wordsIn({ title: { en: ' ' }, content: { en: '<p></p>\n<p> </p>' } }, 'en'),
  ).toBeUndefined();
  expect(wordsIn({ title: { en: ' A ' } }, 'en')).toEqual({
    title: 'A',
    abstract: '',
    content: '',
  });
});

test('a new article is written in each of its languages, under the number that the first one got', async () => {
  const { id: _id, ...form } = FORM;
  expect(await addArticle(form)).toEqual({ id: 7 });
  expect(written()).toMatchObject([
    { language: 'en', title: 'Maintenance' },
    { id: '7', language: 'es', title: 'Mantenimiento' },
  ]);
  expect(written()[0]).not.toHaveProperty('id');
});

test('a change writes only the languages that are not as they were', async () => {
  await changeArticle(7, { ...FORM, title: { ...FORM.title, es: 'Pausa' } });
  expect(written()).toEqual([
    {
      path: '/office/api/article_save',
      id: '7',
      c_id: '3',
      language: 'es',
      title: 'Pausa',
      content: '<p>A mediodía.</p>',
    },
  ]);
});

test('another category or picture goes with one language', async () => {
  await changeArticle(7, { ...FORM, c_id: 10, thumbnail: '/uploads/a.webp' });
  expect(written()).toMatchObject([{ language: 'en', c_id: '10', thumbnail: '/uploads/a.webp' }]);
});

test('an emptied language is removed, the last one never', async () => {
  await changeArticle(7, {
    ...FORM,
    title: { en: 'Maintenance', es: '' },
    content: { en: '<p>At noon.</p>', es: '<p></p>' },
  });
  expect(written()).toEqual([{ path: '/office/api/article_delete', id: '7', language: 'es' }]);
  await expect(changeArticle(7, { ...FORM, title: {}, content: {} })).rejects.toThrow(
    'one language at least',
  );
});

test('nothing is written where nothing was changed', async () => {
  await changeArticle(7, FORM);
  expect(written()).toEqual([]);
});
