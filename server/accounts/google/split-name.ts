import { fold } from '../../../contract/shared/fold.ts';

/**
 * First and last name of a display name: "Grace Hopper", or "Hopper, Grace" as directories show it. After a comma may also be
 * a suffix: "Grace Hopper, PhD". The e-mail address decides: it names the person in one of the two orders. Without a match,
 * what follows the comma is the first name. Suffixes stay with the last name.
 */
export function splitName(name: string, email: string): { first: string; last: string } {
  const [whole = '', after, ...more] = name.split(',').flatMap((part) => part.trim() || []);
  const words = whole.split(/\s+/);
  const [given = '', ...family] = words;
  const [listed = '', ...middle] = after?.split(/\s+/) ?? [];
  const isSuffix = isNamed(email, given, family) && !isNamed(email, listed, words);
  const suffixes = after !== undefined && isSuffix ? [after, ...more] : more;
  const isListed = after !== undefined && !isSuffix;
  const last = isListed ? [...middle, ...words] : family;
  return { first: isListed ? listed : given, last: [last.join(' '), ...suffixes].filter(Boolean).join(', ') };
}

/** Whether an address such as grace.hopper@…, ghopper@… or hopperg@… belongs to this name. */
function isNamed(email: string, given: string, family: string[]): boolean {
  const [first, ...others] = [given, ...family].map(fold);
  if (!first || others.length === 0) return false;
  const names = [...others, others.join('')].flatMap((last) =>
    [first, first.charAt(0)].flatMap((one) => [one + last, last + one]),
  );
  const parts = fold(email.split('@')[0] ?? '').split(/[^\p{L}]+/u);
  return parts.some((part) => part === first || names.includes(part));
}
