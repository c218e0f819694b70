/** `isPartial`: not every word of the question was understood. */
export type Reply = { text: string; suggestedActions: string[]; isNothing?: boolean; isPartial?: boolean };

/** What can be asked or opened next. */
export const AFTER = {
  servers: ['View all servers', 'Check server status', 'List all server IPs', 'Ask another question'],
  documents: ['Search documentation', 'Browse knowledge base', 'Ask another question'],
  people: ['Contact support team', 'Show all servers', 'Ask another question'],
  nothing: ['Show all servers', 'Check server status', 'Browse knowledge base', 'Ask another question'],
};
