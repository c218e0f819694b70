import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Document } from '../../contract/calls/documents.ts';
import type { DocumentServers } from '../../contract/calls/servers.ts';
import type { Server } from '../../contract/shared/server-fields.ts';
import { CommandRefused } from '../command.ts';
import { threadForLongTexts } from '../work/separate-thread.ts';

export type KitDocument = { document: Document; servers: DocumentServers };
/** A document in a list. */
export type ListedDocument = Pick<Document, 'id' | 'title' | 'category' | 'updatedAt'>;

/** Format of the build (web/kit-pages.tsx). Each function returns a file. */
type Program = {
  renderKitDocument: (given: KitDocument & { isAsWritten?: boolean }) => string;
  renderKitServer: (given: { server: Server; documents: ListedDocument[] }) => string;
  renderKitIndex: (given: { documents: ListedDocument[]; serverCount: number; address: string }) => string;
  renderKitServers: (given: { servers: Server[] }) => string;
  renderKitSearch: () => string;
  kitSearchScript: () => string;
};

/** As for the page of a document (server/http/page-texts.ts). A server may run while a kit is made. */
const IN_PLACE = 8_000;
const LONGEST_MS = 30_000;

/** The pages of a kit, rendered by the built screens in `folder`. */
export async function kitPages(folder: string) {
  const path = join(folder, '.server/kit-pages.js');
  if (!existsSync(path)) throw new CommandRefused('The screens are not built. Run npm start once.');
  const file = pathToFileURL(path);
  const program = (await import(file.href)) as Program;
  const { renderKitDocument } = program;
  const render = threadForLongTexts(file, { renderKitDocument }, { short: IN_PLACE, longestMs: LONGEST_MS });
  return {
    ...program,
    /** A text that takes too long is shown as it was written. */
    renderKitDocument: async (given: KitDocument): Promise<string> => {
      try {
        return await render('renderKitDocument', given.document.content.length, given);
      } catch {
        return renderKitDocument({ ...given, isAsWritten: true });
      }
    },
  };
}

export type KitPages = Awaited<ReturnType<typeof kitPages>>;
