import { afterEach, expect, test, vi } from 'vitest';
import { attachImage } from './upload-image.ts';
import { uploadsUnderWay } from './uploads-under-way.ts';

const upload = vi.hoisted(() => ({ answer: Promise.withResolvers<string>(), said: [] as string[] }));
vi.mock('../../api/upload-image.ts', () => ({ uploadImage: () => upload.answer.promise }));
vi.mock('../../ui/toasts.ts', () => ({
  toast: ({ title }: { title: string }) => void upload.said.push(title),
}));
afterEach(() => {
  upload.answer = Promise.withResolvers();
  upload.said = [];
});

const file = new File(['x'], 'shot.png', { type: 'image/png' });

test('ED-02 an image is said to be attached only once it stands in the document, and is under way until then', async () => {
  const put: string[] = [];
  const attached = attachImage(file, (address) => put.push(address) > 0);
  expect(uploadsUnderWay.count()).toBe(1);
  expect(upload.said).toEqual([]);
  upload.answer.resolve('/objects/1');
  await attached;
  expect(put).toEqual(['/objects/1']);
  expect(upload.said).toEqual(['Image Uploaded']);
  expect(uploadsUnderWay.count()).toBe(0);
});

test('ED-02 an image whose place is gone, or that is not taken, is said not to be attached', async () => {
  const attached = attachImage(file, () => false);
  upload.answer.resolve('/objects/1');
  await attached;
  expect(upload.said).toEqual(['Image not attached']);
  upload.answer = Promise.withResolvers();
  const failed = attachImage(file, () => true);
  upload.answer.reject(new Error('away'));
  await failed;
  expect(upload.said).toEqual(['Image not attached', 'Upload Error']);
  expect(uploadsUnderWay.count()).toBe(0);
});
