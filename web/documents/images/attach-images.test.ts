import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../contract/shared/error.ts';
import { queryClient } from '../../api/query.ts';
import { currentUser } from '../../api/session.ts';
import { attachImages, uploadsUnderWay } from './attach-images.ts';

// Node has no window that could receive the event of a failed call.
vi.stubGlobal('dispatchEvent', () => true);
const upload = vi.hoisted(() => ({ answer: Promise.withResolvers<string>(), said: [] as string[] }));
vi.mock('../../api/upload-image.ts', () => ({ uploadImage: () => upload.answer.promise }));
vi.mock('../../ui/overlays/toasts.ts', () => ({
  toast: ({ title }: { title: string }) => void upload.said.push(title),
}));
afterEach(() => {
  upload.answer = Promise.withResolvers();
  upload.said = [];
});

const file = new File(['x'], 'shot.png', { type: 'image/png' });

test('ED-02 reports an image as attached only once it is in the document, and as uploading until then', async () => {
  const put: string[] = [];
  const attached = attachImages([file], (address) => put.push(address) > 0);
  expect(uploadsUnderWay.count()).toBe(1);
  expect(upload.said).toEqual([]);
  upload.answer.resolve('/objects/1');
  await attached;
  expect(put).toEqual(['/objects/1']);
  expect(upload.said).toEqual(['Image Uploaded']);
  expect(uploadsUnderWay.count()).toBe(0);
});

test('ED-02 reports an image as not attached if its place is deleted or refuses it', async () => {
  const attached = attachImages([file], () => false);
  upload.answer.resolve('/objects/1');
  await attached;
  expect(upload.said).toEqual(['Image not attached']);
  upload.answer = Promise.withResolvers();
  const failed = attachImages([file], () => true);
  upload.answer.reject(new Error('away'));
  await failed;
  expect(upload.said).toEqual(['Image not attached', 'Upload Error']);
  expect(uploadsUnderWay.count()).toBe(0);
});

test('ED-10 an image that ends after the session leads to sign-in, because a retry could not help', async () => {
  queryClient.setQueryData(currentUser.queryKey, null);
  const failed = attachImages([file], () => true);
  upload.answer.reject(
    new ApiError(
      401,
      'Unauthorized',
      JSON.stringify({ code: 'signed_out', message: 'Sign in first', error: 'Sign in first' }),
    ),
  );
  await failed;
  expect(upload.said).toEqual(['Signed out']);
  expect(queryClient.getQueryState(currentUser.queryKey)?.isInvalidated).toBe(true);
});

test('ED-07 reports one failed image among several, whatever happens to those after it', async () => {
  const put: string[] = [];
  const attached = attachImages([file, file], (address) => put.push(address) > 0);
  const { reject } = upload.answer;
  upload.answer = Promise.withResolvers();
  upload.answer.resolve('/objects/2');
  reject(new Error('away'));
  await attached;
  // A drop without images attaches and reports nothing.
  await attachImages([], () => true);
  expect(put).toEqual(['/objects/2']);
  expect(upload.said).toEqual(['Upload Error']);
});
