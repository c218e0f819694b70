import { pathToFileURL } from 'node:url';
import type { FastifyRequest } from 'fastify';
import { threadForLongTexts } from '../work/separate-thread.ts';

/** The document that a page shows. */
export type ShownText = { name: 'editing' | 'reading'; id: string };

/** The beginning of a document in the fields of its editor, as the screens render it. */
type Beginning = { document: object; lineCount: number };
/** A whole document, with what belongs to its text. */
type Whole = { document: { content: string }; servers: object[] };

/** Waits for the memory of a text of so many bytes. */
export type TakeTurn = (bytes: number) => Promise<void>;

/** What the visitor may read. Without an entry in the result, the application shows the text, or the error. */
export type FindTexts = {
  editing: (request: FastifyRequest, id: string) => Promise<Beginning | undefined>;
  /** `missing`: the visitor is known, and for him there is no such document. */
  reading: (
    request: FastifyRequest,
    id: string,
    takeTurn: TakeTurn,
  ) => Promise<Whole | 'missing' | undefined>;
};

/** Its markup. `missing`: there is no such document. */
type PageText = { markup: string } | 'missing';

/** Format of the build (web/readable-page.tsx). */
type Program = {
  renderReadablePage: (text: Beginning) => string;
  renderReadingPage: (text: Whole & { isAsWritten?: boolean }) => string;
};

/** A page does not wait longer for the database: the application asks for the same. */
const TIMEOUT_MS = 1_000;

export const inTime = <T>(found: Promise<T>): Promise<T | undefined> => {
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, TIMEOUT_MS, undefined).unref());
  return Promise.race([found, timeout]);
};

/** Characters that are rendered in some milliseconds. Longer texts are rendered in a thread, and others do not wait for them. */
const SHORT = 8_000;
/** A text that takes longer is shown as it was written. */
const LONGEST_MS = 6_000;

/**
 * Renders texts with the built screens. On failure the application shows the text, or the error.
 */
export async function rendererOf(program: string, texts: FindTexts) {
  const file = pathToFileURL(program);
  const { renderReadablePage, renderReadingPage } = (await import(file.href)) as Program;
  const render = threadForLongTexts(file, { renderReadingPage }, { short: SHORT, longestMs: LONGEST_MS });

  const beginning = async (request: FastifyRequest, id: string) => {
    const found = await inTime(texts.editing(request, id));
    return found && { markup: renderReadablePage(found) };
  };
  const whole = async (request: FastifyRequest, id: string, takeTurn: TakeTurn) => {
    const found = await inTime(texts.reading(request, id, takeTurn));
    if (found === undefined || found === 'missing') return found;
    try {
      return { markup: await render('renderReadingPage', found.document.content.length, found) };
    } catch (error) {
      request.log.warn({ err: error }, 'a page shows the text of its document as it was written');
      return { markup: renderReadingPage({ ...found, isAsWritten: true }) };
    }
  };
  return async (
    request: FastifyRequest,
    { name, id }: ShownText,
    takeTurn: TakeTurn,
  ): Promise<PageText | undefined> => {
    try {
      return await (name === 'editing' ? beginning(request, id) : whole(request, id, takeTurn));
    } catch (error) {
      request.log.warn({ err: error }, 'a page is sent without the text of its document');
      return undefined;
    }
  };
}
