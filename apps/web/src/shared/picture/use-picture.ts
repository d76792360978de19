import { useEffect, useRef, useState } from 'react';
import { uploadFile } from '../http/upload-file.ts';
import { useTranslate } from '../i18n/translate.ts';
import { pictureFault } from './picture-rules.ts';

interface Picture {
  readonly file: File;
  /** Address of the file's preview, within the page. */
  readonly preview: string;
  /** Share of it that has been sent, 0 to 1; undefined when no upload is running. */
  readonly share: number | undefined;
}

/**
 * One picture and its upload.
 * @param onLink called with the link to it, '' without one
 * @param onUpload called when an upload begins, and when one has failed
 */
export function usePicture(
  onLink: (link: string) => void,
  onUpload: { readonly onSending?: () => void; readonly onFailed?: () => void } = {},
) {
  const t = useTranslate();
  const [picture, setPicture] = useState<Picture>();
  const [failure, setFailure] = useState<string>();
  const sending = useRef<AbortController>(undefined);
  const shown = useRef<string>(undefined);
  const forget = (): void => {
    sending.current?.abort();
    if (shown.current !== undefined) URL.revokeObjectURL(shown.current);
    shown.current = undefined;
  };
  useEffect(() => forget, []);
  const send = async (file: File, preview: string): Promise<void> => {
    const { signal } = (sending.current = new AbortController());
    setFailure(undefined);
    setPicture({ file, preview, share: 0 });
    onUpload.onSending?.();
    try {
      const link = await uploadFile(file, {
        signal,
        onProgress: (share) => !signal.aborted && setPicture({ file, preview, share }),
      });
      if (!signal.aborted) onLink(link);
    } catch (error) {
      if (!signal.aborted) {
        setFailure((error as Error).message);
        onUpload.onFailed?.();
      }
    }
    if (!signal.aborted) setPicture({ file, preview, share: undefined });
  };
  /** Uploads a chosen file. An invalid one leaves the present picture. */
  const take = (file: File): void => {
    const fault = pictureFault(file);
    if (fault !== undefined) {
      setFailure(t(`picture.fault.${fault}`));
      return;
    }
    forget();
    onLink('');
    shown.current = URL.createObjectURL(file);
    void send(file, shown.current);
  };
  const remove = (): void => {
    forget();
    onLink('');
    setPicture(undefined);
    setFailure(undefined);
  };
  const isUnsent = picture !== undefined && failure !== undefined;
  return {
    preview: picture?.preview,
    share: picture?.share,
    failure,
    take,
    retry: isUnsent ? () => void send(picture.file, picture.preview) : undefined,
    remove,
  };
}
