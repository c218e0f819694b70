import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text that fits into addresses and cookies. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored hash of a token. Random tokens need no salt. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
