/** The part of the assistant that other features use. */
export { keepSuggestion } from './conversation.ts';
