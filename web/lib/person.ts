type Person = { firstName?: string | null; lastName?: string | null; email?: string | null };

/** Letter of the avatar: of the first name, else of the e-mail, else U. */
export const avatarLetter = ({ firstName, email }: Person): string =>
  /^./su.exec(firstName?.trim() || email?.trim() || 'U')?.[0].toUpperCase() ?? 'U';

/** Full name, else the e-mail. */
export const displayName = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ') ||
  (email ?? '');

export const roleLabel = (role: string): string => (role === 'admin' ? 'admin' : 'User');
