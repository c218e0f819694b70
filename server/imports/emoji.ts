import { nameToEmoji } from 'gemoji';

const signs = new Map(Object.entries(nameToEmoji));

/** The sign that GitHub, Slack and others write as `:name:`. Skin tones and words that are no name have none. */
export const emojiOf = (name: string): string | undefined => signs.get(name);
