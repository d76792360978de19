import { call } from '../http.ts';

export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp';
const MOST_BYTES = 4 * 1024 * 1024;

/** Uploads a picture. Resolves with its path; throws an `Error` with the reason. */
export function uploadPicture(file: File): Promise<string> {
  if (!PICTURE_TYPES.split(',').includes(file.type))
    return Promise.reject(new Error('Choose a picture: jpg, png or webp.'));
  if (file.size > MOST_BYTES) return Promise.reject(new Error('A picture can have 4 MB at most.'));
  return call('POST /office/api/picture_add', {}, { file });
}
