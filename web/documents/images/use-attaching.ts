import { useState } from 'react';
import { attachImages } from './upload-image.ts';

/** Attaches images as `attachImages` does; `uploading` counts those that are on their way. */
export function useAttaching() {
  const [uploading, setUploading] = useState(0);
  const attach = (files: File[], put: (address: string, file: File) => boolean) => {
    setUploading((count) => count + files.length);
    void attachImages(files, put, () => setUploading((count) => count - 1));
  };
  return { uploading, attach };
}
