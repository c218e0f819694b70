import * as z from 'zod';

/** ISO 8601, within the years that the database supports. */
export const Instant = z.iso
  .datetime({ error: 'Use a time such as 2026-05-04T10:20:30.000Z' })
  .refine((text) => !text.startsWith('0000'), 'Use a year after 0000');
