/** What other features use of the assistant. */
export { keepSuggestion } from './conversation.ts';
