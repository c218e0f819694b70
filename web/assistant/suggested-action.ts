import { paths } from '../paths.ts';

type Action = { does: 'go'; to: string } | { does: 'ask' } | { does: 'nothing' } | { does: 'fill' };

/** The specification fixes the action of each suggested chip: these open a screen. */
const SCREENS: Record<string, string> = {
  'View all servers': paths.infrastructure,
  'Show all servers': paths.infrastructure,
  'Browse knowledge base': paths.knowledgeBase,
  'View recent documentation': paths.knowledgeBase,
  'Search documentation': paths.knowledgeBase,
  'View infrastructure overview': paths.dashboard,
};
/** These are sent as a question immediately. */
const QUESTIONS = new Set([
  'Show Auburn servers',
  'List all POS servers',
  'Check server status',
  'Show network topology',
  'List all server IPs',
  'View location details',
  'View POS documentation',
  'View recent issues',
  'Check system logs',
  'Contact support team',
]);

/** The action of a chip. A text that is not in the specification fills the input, so that people can edit it. */
export function actionOf(text: string): Action {
  const to = Object.hasOwn(SCREENS, text) ? SCREENS[text] : undefined;
  if (to) return { does: 'go', to };
  if (QUESTIONS.has(text)) return { does: 'ask' };
  return { does: text === 'Ask another question' ? 'nothing' : 'fill' };
}
