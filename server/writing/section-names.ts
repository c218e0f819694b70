/** Common section names of tickets, runbooks and notes; none describes the content. */
const NAMES = new Set(
  `acceptance criteria|action items|action taken|actions|actions taken|actual behavior|additional context|
   additional information|affected systems|background|cause|commands|comments|context|describe the bug|description|details|
   environment|error|error log|error message|expected behavior|expected result|findings|fix|goal|impact|instructions|
   introduction|issue|lessons learned|log|logs|next steps|note|notes|objective|output|overview|prerequisites|problem|
   problem description|procedure|purpose|references|requirements|resolution|result|results|rollback|root cause|scope|
   screenshots|solution|status|steps|steps taken|steps to reproduce|summary|symptom|symptoms|timeline|tips|to reproduce|
   troubleshooting|update|validation|verification|verify|what went well|what went wrong|work notes|workaround|abhilfe|
   auswirkung|behebung|beschreibung|causa|contexte|fehlerbild|hintergrund|lösung|maßnahmen|problema|problème|procédure|
   protokoll|résolution|résumé|schritte|solución|soluzione|symptome|symptôme|symptômes|ursache|voraussetzungen|vorgehen|
   vorgehensweise|zusammenfassung|zweck|étapes`
    .split('|')
    .map((name) => name.trim()),
);

/** A section name on its own line, ignoring case, mark, number, colon and what stands in brackets. */
export const isSectionName = (line: string): boolean =>
  NAMES.has(
    line
      .slice(0, 100)
      .trim()
      .replace(/^#{1,6}\s+/, '')
      .replace(/^\d{1,2}[.)]\s+/, '')
      .replace(/\s*:$/, '')
      .replace(/\s+\([^()]+\)$/, '')
      .toLowerCase(),
  );

/** The start of a step's heading, in five languages. */
export const STEP_NUMBER = String.raw`^(?:step|schritt|étape|paso|passo) \d{1,3}`;
