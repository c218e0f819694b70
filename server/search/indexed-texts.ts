import { addressForms } from '../../contract/shared/address-forms.ts';
import { foldLine } from '../../contract/shared/fold.ts';
import { joinedNames } from '../../contract/shared/joined-names.ts';
import { indexedWords } from './lexemes.ts';
import { piecesOf } from './pieces.ts';

type Texts = { title: string; body: string; alsoFoundBy: string };

/** The columns of a search entry that are computed from its texts. */
export function indexedTexts({ title, body, alsoFoundBy }: Texts) {
  const foldedTitle = foldLine(title);
  const all = `${body}\n${alsoFoundBy}`;
  const text = `${foldedTitle}\n${foldLine(all)}`;
  const folded = [text, ...joinedNames(text), ...addressForms(text)].join('\n');
  return { foldedTitle, folded, pieces: piecesOf(folded), ...indexedWords(title, all) };
}
