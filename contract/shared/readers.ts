import * as z from 'zod/mini';

/** Readers that one document may name. */
const MOST_READERS = 100;

/** A person or group by id, or all administrators. */
export const ADMINS = 'admins';
export const personReader = (id: string): string => `person:${id}`;
export const groupReader = (id: string): string => `group:${id}`;

const READER = /^(?:admins|(?:person|group):[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The readers of a document; null for everybody. The server adds the owner. */
export const Readers = z.nullable(
  z
    .array(z.string().check(z.regex(READER, 'Write "admins", "person:" and an id, or "group:" and an id')))
    .check(z.maxLength(MOST_READERS, `Use at most ${MOST_READERS} readers`)),
);
export type Readers = z.infer<typeof Readers>;
