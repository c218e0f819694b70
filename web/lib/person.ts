type Person = { firstName?: string | null; lastName?: string | null; email?: string | null };

/** Letter of the avatar: from the first name, else from the e-mail, else U. */
export const avatarLetter = ({ firstName, email }: Person): string =>
  /^./su.exec(firstName?.trim() || email?.trim() || 'U')?.[0].toUpperCase() ?? 'U';

/** First letters of the first and the last word of a name: AS for 'Ann Mary Smith'. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''].map(
    (word) => /^./su.exec(word ?? '')?.[0] ?? '',
  );
  return letters.join('').toUpperCase() || 'U';
}

/** Full name, else the e-mail. */
export const displayName = ({ firstName, lastName, email }: Person): string =>
  [firstName, lastName]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ') ||
  (email ?? '');

const ROLE_LABELS: Record<string, string> = { admin: 'admin', viewer: 'Viewer' };
export const roleLabel = (role: string): string => ROLE_LABELS[role] ?? 'User';
