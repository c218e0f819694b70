import { readers } from '../../contract/calls/readers.ts';
import type { Mount } from '../http/endpoint.ts';
import { listPossibleReaders, previewChange } from './readers.ts';

export function readerRoutes(mount: Mount) {
  mount(readers.list, ({ db }) => listPossibleReaders(db));
  mount(readers.preview, ({ db, body }) => previewChange(db, body));
}
