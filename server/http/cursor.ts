import * as z from 'zod';
import { Instant } from '../../contract/fields.ts';
import { RefusalError, refuse } from './errors.ts';

/** Where a page of a list ended, as opaque text: the values that its order compares. */
export const encodeCursor = (position: (string | number)[]): string =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** An instant in a position; the database counts no year 0. */
export const PositionInstant = Instant.check(z.refine((instant) => !instant.startsWith('0000')));

/** The position again; a cursor that is not one of ours is wrong input. */
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
    // Not JSON, so not one of ours: the shape refuses undefined.
    return undefined;
  }
}
