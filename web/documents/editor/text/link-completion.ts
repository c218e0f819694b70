import { type Completion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { call } from '../../../../contract/call.ts';
import { knowledgeBase } from '../../../../contract/documents.ts';
import { search } from '../../../../contract/search.ts';
import { escaped } from './insertions.ts';

const AT_ONCE = 8;
const KINDS = { document: 'Document', server: 'Server', member: 'Person' };

/** Offers documents and servers by name behind `[[`, and puts in a link to the one that was chosen. */
export async function linkCompletion(context: CompletionContext): Promise<CompletionResult | null> {
  const typed = context.matchBefore(/\[\[[^[\]\n]{0,100}$/);
  if (!typed) return null;
  const asked = new AbortController();
  context.addEventListener('abort', () => asked.abort(), { onDocChange: true });
  // Without an answer nothing is offered, and what was typed stays.
  const options = await optionsFor(typed.text.slice(2).trim(), asked.signal).catch(() => []);
  // Every letter asks anew: what the server finds is more than what begins with the letters.
  return context.aborted ? null : { from: typed.from, options, filter: false };
}

async function optionsFor(name: string, signal: AbortSignal): Promise<Completion[]> {
  if (name === '') {
    const recent = await call(knowledgeBase.list, { query: { limit: AT_ONCE, fields: 'card' }, signal });
    return recent.map(({ id, title }) => optionOf(title, KINDS.document, `/knowledge-base?doc=${id}`));
  }
  const query = { q: name, kinds: 'document,server', limit: AT_ONCE };
  const hits = await call(search.find, { query, signal });
  return hits.map(({ title, kind, url }) => optionOf(title, KINDS[kind], url));
}

const optionOf = (title: string, detail: string, url: string): Completion => ({
  label: title,
  detail,
  apply: (view, _completion, from, to) => {
    // Somebody may have closed the brackets already.
    const end = view.state.sliceDoc(to, to + 2) === ']]' ? to + 2 : to;
    const insert = `[${escaped(title)}](${url})`;
    view.dispatch({
      changes: { from, to: end, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    });
  },
});
