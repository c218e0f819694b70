import * as z from 'zod/mini';
import { ifValid } from '../../search-params.ts';

const ReportSearch = z.object({ month: ifValid(z.string().check(z.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))) });
export type ReportSearch = z.infer<typeof ReportSearch>;

/** The month of the report; an invalid one is ignored. */
export const readReportSearch = (search: Record<string, unknown>): ReportSearch => ReportSearch.parse(search);
