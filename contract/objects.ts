import { get } from './endpoint.ts';
import { Id } from './fields.ts';

/** Address of a stored image, relative to the product. */
export const objectPath = (id: string): string => `/objects/${id}`;

export const objects = {
  read: get('/objects/:id', {
    scope: 'user',
    summary: 'A stored image; public ones for everybody signed in, others for their uploader',
    params: Id,
    produces: 'image/*',
  }),
};
