import { EditorView } from '@codemirror/view';
import { slugOf } from '../../../../contract/shared/heading-id.ts';
import { anchorName } from '../../../ui/markdown/anchor.ts';
import { headingInView } from '../../reading/current-heading.ts';
import { headingLines } from '../../reading/heading-lines.ts';

/** Below the bars. */
const TOP = 150;

const viewIn = (page: Element): EditorView | null => {
  const text = page.querySelector<HTMLElement>('.cm-editor');
  return text && EditorView.findFromDOM(text);
};

/** Goes to a heading of the text in the editor, given its anchor on the page to read. In a form, to its section. */
export function goToHeading(page: Element, anchor: string, scrollTo: (offset: number, top: number) => void) {
  const view = viewIn(page);
  const id = anchorName(anchor);
  if (!view) return goToSection(page, id);
  const found = headingLines(view.state.doc.toString()).find((heading) => heading.id === id);
  if (!found) return;
  const { from } = view.state.doc.line(found.line + 1);
  scrollTo(from, TOP);
  view.dispatch({ selection: { anchor: from } });
  view.contentDOM.focus({ preventScroll: true });
}

/** Sections of a form are called as the headings of its text, or by their beginning: `Step 2` of `Step 2: Drain it`. */
function goToSection(page: Element, id: string): void {
  const named = [...page.querySelectorAll('h2, h3, h4, legend, label')].map((element) => ({
    element,
    slug: slugOf(element.textContent),
  }));
  const matching = named.filter(({ slug }) => slug !== '' && `${id}-`.startsWith(`${slug}-`));
  const [best] = matching.toSorted((a, b) => b.slug.length - a.slug.length);
  best?.element.scrollIntoView();
}

/** The anchor of the heading that is in view in the editor or in its preview. */
export function headingAtTop(page: Element): string | undefined {
  const view = viewIn(page);
  if (!view || view.dom.offsetParent === null) return headingInView(page);
  // In the first line below the bars.
  const { from } = view.lineBlockAtHeight(TOP + view.defaultLineHeight / 2 - view.documentTop);
  const line = view.state.doc.lineAt(from).number - 1;
  return headingLines(view.state.doc.toString()).findLast((heading) => heading.line <= line)?.id;
}
