const MAX_NAME = 255;

/** The name of a group in a directory, without a leading slash, with which Keycloak writes the path of a group. */
export const plainName = (name: string): string => name.trim().replace(/^\/+/, '').slice(0, MAX_NAME);

/** Names are compared without case. */
export const nameKey = (name: string): string => plainName(name).toLowerCase();
