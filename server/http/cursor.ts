import * as z from 'zod';
import { Instant } from '../../contract/shared/fields.ts';
import { RefusalError, refuse } from './errors.ts';

/** Encodes the position after a page of a list as opaque text: the values of its sort order. */
export const encodeCursor = (position: (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** An instant in a position; the database has no year 0. */
export const PositionInstant = Instant.check(z.refine((instant) => !instant.startsWith('0000')));

/** Decodes a cursor. An invalid cursor is invalid input. */
export function decodeCursor<S extends z.ZodType>(cursor: string, shape: S): z.output<S> {
  const position = shape.safeParse(parsed(cursor));
  if (position.success) return position.data;
  const fields = { cursor: 'Take it from the X-Next-Cursor header of the page before' };
  throw new RefusalError(refuse(400, 'validation_failed', `cursor: ${fields.cursor}`, { fields }));
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // Not JSON, so not our cursor: the shape refuses undefined.
    return undefined;
  }
}
