/** The fields of a call with up to three pictures. */
const PICTURE_FIELDS = ['pic_1', 'pic_2', 'pic_3'] as const;

/** A place for a picture in a form. */
interface PicturePlace {
  /** '' without a picture that has arrived. */
  readonly link: string;
  readonly isSending: boolean;
}
export type ChosenPictures = readonly PicturePlace[];

export const NO_PICTURES: ChosenPictures = PICTURE_FIELDS.map(() => ({
  link: '',
  isSending: false,
}));

/** Whether a picture is on its way: a form that is sent now would leave it out. */
export function isAnySending(pictures: ChosenPictures): boolean {
  return pictures.some(({ isSending }) => isSending);
}

/** The pictures as fields of a call. */
export function wirePictures(
  pictures: ChosenPictures,
): Partial<Record<(typeof PICTURE_FIELDS)[number], string>> {
  const named = PICTURE_FIELDS.map((field, place) => [field, pictures[place]?.link ?? ''] as const);
  return Object.fromEntries(named.filter(([, link]) => link !== ''));
}
