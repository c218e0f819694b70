import { useState } from 'react';
import { attachImages } from './upload-image.ts';

/** Uploads images with `attachImages`; `put` inserts each address into the text. `uploading` counts running uploads. */
export function useAttaching() {
  const [uploading, setUploading] = useState(0);
  const attach = (files: File[], put: (address: string, file: File) => boolean) => {
    setUploading((count) => count + files.length);
    void attachImages(files, put, () => setUploading((count) => count - 1));
  };
  return { uploading, attach };
}
