import * as z from 'zod/mini';
import { get, post, put } from './endpoint.ts';
import { Id, line } from '../shared/fields.ts';

/** Maximum bytes of an uploaded image. */
export const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** Address of a stored image, relative to the product. */
export const objectPath = (id: string): string => `/objects/${id}`;

/** Distinct ids of stored images that a text shows or links to. */
export const objectIdsIn = (text: string): string[] => {
  const found = text.matchAll(/\/objects\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})/g);
  return [...new Set(Array.from(found, ([, id = '']) => id))];
};

export const objects = {
  read: get('/objects/:id', {
    scope: 'viewer',
    summary: 'A stored image, or a file that came in with an import; public ones for everybody signed in',
    params: Id,
    produces: 'image/*',
  }),
  requestUpload: post('/api/objects/upload', {
    scope: 'user',
    summary: 'An address for one upload of an image: for five minutes, once, for this account',
    result: z.object({ uploadURL: z.string() }),
  }),
  put: put('/api/objects/uploads/:id', {
    scope: 'user',
    summary: 'Store a PNG, JPEG, GIF or WebP under an upload address; what it is is told by its content',
    params: Id,
    query: z.object({ token: z._default(z.string().check(z.maxLength(100)), '') }),
    bytes: { maxBytes: MAX_IMAGE_BYTES },
    /** Pixels, after applying the orientation. */
    result: z.object({ width: z.int(), height: z.int() }),
  }),
  publish: put('/api/objects/acl', {
    scope: 'user',
    summary: 'Let everybody signed in read an image of one’s own, named by its upload address or its path',
    body: z.object({ imageURL: line(2_000), visibility: z.literal('public') }),
    result: z.object({ objectPath: z.string() }),
  }),
};
