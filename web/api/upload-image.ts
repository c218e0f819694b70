import { call, putFile } from '../../contract/calls/call.ts';
import { objects } from '../../contract/calls/objects.ts';

/** Stores an image that all signed-in users can see, and returns its address. Rejects if the upload is refused. */
export async function uploadImage(file: File): Promise<string> {
  const { uploadURL } = await call(objects.requestUpload, {});
  await putFile(uploadURL, file);
  const body = { imageURL: uploadURL, visibility: 'public' } as const;
  return (await call(objects.publish, { body })).objectPath;
}
