import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { MAX_CSV_BYTES, ServerFilters, servers as calls } from '../../../contract/calls/servers.ts';
import type { Db } from '../../db/open.ts';
import { takeListTurn } from '../../http/budgets.ts';
import type { Mount } from '../../http/endpoint.ts';
import { sendRefusal, validationFailed, refuseField } from '../../http/errors.ts';
import { uploadedFile } from '../../http/uploaded-file.ts';
import { wideEncodingOf } from '../../text/wide-encoding.ts';
import { readerAt } from '../matching.ts';
import { listForExport } from '../queries.ts';
import type { Schedule } from '../schedule.ts';
import type { CsvColumn } from './columns.ts';
import { csvOf, CSV_COLUMNS } from './export.ts';
import { planImport, reportOf, runImport } from './import.ts';
import { threadForLongTexts } from '../../work/separate-thread.ts';
import { readUpload } from './read.ts';

/** How files of Excel and LibreOffice begin, new and old. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/**
 * The text of a file as spreadsheets write it: UTF-8, UTF-16 where it begins with its mark, else Windows-1252, in which every
 * byte is a sign (Excel's plain CSV in most of Europe and America), or Mac Roman, whose files end lines with a carriage return
 * alone. A file of UTF-8 in which some byte is broken would be garbled letter by letter: it is told apart by its other
 * letters, and refused.
 */
function decodeCsv(bytes: Uint8Array): string | { problem: string } {
  const isWorkbook = WORKBOOKS.some((start) => start.every((byte, at) => bytes[at] === byte));
  if (isWorkbook) return { problem: 'This is a workbook, not a CSV file: save it as CSV first' };
  const wide = wideEncodingOf(bytes);
  if (wide) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const broken = text.match(/\ufffd/g)?.length ?? 0;
    const whole = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - broken;
    if (broken === 1 && whole === 0 && text.endsWith('\ufffd') && isCut(bytes))
      return { problem: `The file ends amid a letter on line ${lineOf(text)}: a part of it is missing` };
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    const isOfMac = bytes.includes(0x0d) && !bytes.includes(0x0a);
    if (!hasMark && whole < Math.max(1, broken))
      return new TextDecoder(isOfMac ? 'macintosh' : 'windows-1252').decode(bytes);
    return {
      problem: `A letter on line ${lineOf(text)} is broken: its bytes are not UTF-8, as the rest of the file is`,
    };
  }
}

/** Line of the first damaged character. */
const lineOf = (text: string): number => text.slice(0, text.indexOf('\ufffd')).split(/\r\n|\n|\r/).length;

/**
 * Whether the broken letter at the end of a file is the beginning of one in UTF-8: two bytes of it, or one that is one of
 * Â Ã Ä Å in Windows-1252, with which no file ends; all letters of two bytes in Western Europe begin so.
 */
function isCut(bytes: Uint8Array): boolean {
  const [before = 0, last = 0] = bytes.slice(-2);
  return (last >= 0xc2 && last <= 0xc5) || (last < 0xc0 && before >= 0x80);
}

/** 20 MB take seconds. */
const read = threadForLongTexts(
  new URL('read.ts', import.meta.url),
  { readUpload },
  {
    short: 200_000,
    longestMs: 20_000,
  },
);

export function csvRoutes(app: FastifyInstance, mount: Mount, db: Db, schedule: Schedule) {
  mount(
    calls.import,
    async ({ write, actor, query, request }) => {
      const file = await uploadedFile(request, { fileSize: MAX_CSV_BYTES });
      if (!file) return wrongFile('Choose a CSV file');
      const chosen = query.columns?.split(',').map((field) => field.trim());
      const unknown = chosen?.find((field) => field !== '' && !isColumn(field));
      if (unknown !== undefined) return wrongColumns(unknown);
      const decoded = decodeCsv(await file.toBuffer());
      const csv =
        typeof decoded === 'string'
          ? await read('readUpload', decoded.length, { text: decoded, chosen: chosenColumns(chosen) })
          : decoded;
      if ('problem' in csv) return wrongFile(csv.problem);
      const dryRun = query.dryRun === 'true' || query.dryRun === '1';
      return write(async (tx) => {
        const plan = await planImport(tx, csv.rows);
        const failed = plan.some(({ action }) => action === 'error');
        const batchId = dryRun || failed ? null : await runImport(tx, actor, plan, schedule);
        const { rows: _, ...file } = csv;
        return reportOf(plan, { dryRun, batchId, ...file });
      });
    },
    { transaction: 'write' },
  );
  app.get(calls.export.path, { config: { endpoint: calls.export } }, async (request, reply) => {
    const filters = ServerFilters.safeParse(request.query);
    if (filters.error) return sendRefusal(reply, validationFailed(filters.error));
    const at = await readerAt(db, { userId: request.actor?.userId ?? '' }, filters.data);
    const list = await listForExport(db, filters.data, at);
    await takeListTurn(list, request, reply);
    const csv = Readable.from(csvOf(db, list));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="servers.csv"')
      .send(list.isLong ? csv : await text(csv));
  });
}

const wrongFile = (text: string) => refuseField('file', text);

const chosenColumns = (fields: string[] | undefined) =>
  fields?.map((field) => (isColumn(field) ? field : undefined));

const isColumn = (field: string): field is CsvColumn => CSV_COLUMNS.some((column) => column === field);

function wrongColumns(field: string) {
  const known = CSV_COLUMNS.join(', ');
  const text = `“${field.slice(0, 50)}” is no field of a server. Use ${known}, or nothing to leave a column out`;
  return refuseField('columns', text);
}
