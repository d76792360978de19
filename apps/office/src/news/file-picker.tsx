import type { RefObject } from 'react';
import { PICTURE_TYPES } from './upload-picture.ts';

interface FilePickerProps {
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly label: string;
  take(file: File): void;
}

/** The browser's file dialog for a picture, opened through `picker`. */
export function FilePicker({ picker, label, take }: FilePickerProps) {
  return (
    <input
      ref={picker}
      type="file"
      accept={PICTURE_TYPES}
      hidden
      aria-label={label}
      onChange={({ target }) => {
        const file = target.files?.[0];
        // Without a reset, choosing the same file again fires no event.
        target.value = '';
        if (file !== undefined) take(file);
      }}
    />
  );
}
