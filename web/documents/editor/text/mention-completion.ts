import { type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { call } from '../../../../contract/call.ts';
import type { Result } from '../../../../contract/endpoint.ts';
import { MENTION_PATH } from '../../../../contract/mentions.ts';
import { sharing } from '../../../../contract/sharing.ts';
import { escaped } from './insertions.ts';

const AT_ONCE = 8;

/** `@` and up to three words of a name; behind a letter it belongs to a mail address. */
const TYPED = /(?<![\p{L}\p{N}._-])@(?:[\p{L}\p{N}.'’-]+ ?){0,3}$/u;

/** Offers people by name behind `@`, and puts in a mark of the one that was chosen, who is told when it is saved. */
export async function mentionCompletion(context: CompletionContext): Promise<CompletionResult | null> {
  const typed = context.matchBefore(TYPED);
  if (!typed) return null;
  const asked = new AbortController();
  context.addEventListener('abort', () => asked.abort(), { onDocChange: true });
  const q = typed.text.slice(1).trim();
  // Without an answer nothing is offered, and what was typed stays.
  const people = await call(sharing.people, { query: q ? { q } : {}, signal: asked.signal }).catch(() => []);
  // Who has no name goes by a mail address, which belongs into no text.
  const named = people.filter(({ name }) => !name.includes('@')).slice(0, AT_ONCE);
  if (context.aborted || named.length === 0) return null;
  return { from: typed.from, options: named.map(optionOf), filter: false };
}

const optionOf = ({ id, name, department }: Result<typeof sharing.people>[number]): Completion => ({
  label: `@${name}`,
  // Tells people of one name apart.
  detail: department ?? 'Person',
  apply: (view, _completion, from, to) => {
    const insert = `[@${escaped(name)}](${MENTION_PATH}${id}) `;
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    });
  },
});
