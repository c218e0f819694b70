import type { Endpoint } from '../contract/calls/endpoint.ts';
import { ACTORS, expected, PROBES, STATES, type ActorName } from './access-matrix.ts';

const actors = Object.keys(ACTORS) as ActorName[];

const STATE_TEXTS: Record<(typeof STATES)[number], string> = {
  open: 'open to everybody',
  restricted: 'restricted to its owner, a group and one administrator',
  others: 'restricted to somebody else',
  draft: 'open and not published',
  bin: 'open and in the bin',
  removed: 'deleted for good',
};

/** The table for people. Documents and knowledge base items have the same calls (decision 001). */
export function printMatrix(endpoints: Map<string, Endpoint>): string {
  const names = Object.keys(PROBES).filter((name) => !name.includes('/api/knowledge-base'));
  const rows = names.map((name) => {
    const [endpoint, probe] = [endpoints.get(name), PROBES[name]];
    if (!endpoint || !probe) throw new Error(`There is no call ${name}`);
    const cells = actors.map((actor) =>
      STATES.map((state) => expected(actor, state, endpoint, probe)).join(''),
    );
    return `| \`${name.replace('/api/documents', '{base}')}\` | ${cells.join(' | ')} |`;
  });
  const reasons = names.flatMap((name) =>
    PROBES[name]?.because
      ? [`- \`${name.replace('/api/documents', '{base}')}\`: ${PROBES[name].because}`]
      : [],
  );
  return `# Who may see which document

This table is generated from the contract and checked against the server (server/access/matrix.test.ts). Do not edit it:
\`npx vitest run server/access/matrix.test.ts -u\` prints it. {base} is /api/documents and /api/knowledge-base.

Each cell has one sign for each state of a document, in this order:

${STATES.map((state, n) => `${n + 1}. ${STATE_TEXTS[state]}`).join('\n')}

✓ is reached or shown, · is as if it did not exist (404, or left out of a list), × is refused whatever the document (401 or 403).
The tokens are those of the editor in the group.

| call | ${actors.join(' | ')} |
| --- |${' --- |'.repeat(actors.length)}
${rows.join('\n')}

## Calls with a rule of their own

${reasons.join('\n')}
`;
}
