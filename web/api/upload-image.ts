import { call, putFile } from '../../contract/call.ts';
import { objects } from '../../contract/objects.ts';

/** Stores an image that everybody signed in may see; answers with its address. Rejects where it is not taken. */
export async function uploadImage(file: File): Promise<string> {
  const { uploadURL } = await call(objects.requestUpload, {});
  await putFile(uploadURL, file);
  const body = { imageURL: uploadURL, visibility: 'public' } as const;
  return (await call(objects.publish, { body })).objectPath;
}
