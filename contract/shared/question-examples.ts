/** Printed from the patterns of the assistant: `npx vitest run server/assistant/understand/table.test.ts -u` */

/** Questions that the empty chat shows. */
export const QUESTION_EXAMPLES = [
  'what was down yesterday?',
  'cpu over 80 %',
  'servers without an owner',
  'certificates that expire in the next 30 days',
  'which team owns the most servers?',
  'which server has been down the longest?',
];

/** Conditions in words, and as the filter box takes them. */
export const FILTER_EXAMPLES = [
  { words: 'servers on the network DMZ', filter: 'network:=DMZ' },
  { words: 'cpu over 80 %', filter: 'cpu>80' },
  { words: 'servers without an owner', filter: '-has:team' },
  { words: 'servers added in the last 7 days', filter: 'added<7d' },
  { words: 'certificates that expire in the next 30 days', filter: 'certificate:+0d..+30d' },
  { words: 'down for more than 2 hours', filter: 'down>2h' },
  { words: 'servers in 10.20.0.0/16', filter: 'ip:10.20.0.0/16' },
];
