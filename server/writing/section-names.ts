/** Common section names of tickets, runbooks and notes; none describes the content. */
const NAMES = new Set(
  `action taken|actions|actions taken|affected systems|background|cause|commands|context|description|details|environment|error|
   error message|expected result|findings|fix|goal|impact|instructions|introduction|issue|next steps|note|notes|objective|output|
   overview|prerequisites|problem|problem description|procedure|purpose|references|requirements|resolution|result|results|rollback|
   root cause|scope|solution|status|steps|steps taken|steps to reproduce|summary|symptom|symptoms|timeline|tips|troubleshooting|
   update|validation|verification|verify|work notes|workaround|abhilfe|auswirkung|behebung|beschreibung|fehlerbild|hintergrund|
   lösung|maßnahmen|schritte|symptome|ursache|voraussetzungen|vorgehen|zusammenfassung|zweck`
    .split('|')
    .map((name) => name.trim()),
);

/** A section name on its own line, ignoring case, mark, number and colon. */
export const isSectionName = (line: string): boolean =>
  NAMES.has(
    line
      .slice(0, 100)
      .trim()
      .replace(/^#{1,6}\s+/, '')
      .replace(/^\d{1,2}[.)]\s+/, '')
      .replace(/\s*:$/, '')
      .toLowerCase(),
  );
