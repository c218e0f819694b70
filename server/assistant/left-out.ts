import { literal } from './literal.ts';

/** Words that change what is asked; one that nobody understood makes every figure a wrong one. */
export const TURNING =
  /^(?:between|exactly|except|but|excluding|unless|without|not|no|nor|neither|non|or|than|before|after|since|until|arent|isnt|dont|doesnt|didnt|hasnt|havent|wasnt|werent|never|nobody|nothing|noone|second|third|fourth|fifth|only|every|ago|yesterday|years?|months?|weeks?|days?|hours?|minutes?|last|best|better|biggest|largest|smallest|heaviest|rarest|commonest|recommended|oldest|older|newer|newest|new|same|duplicates?|duplicated|identical|starts?|starting|begins?|beginning|ends?|ending|updates?|updated|patched|upgraded|outdated|notes?|added|created|changed|percent|[<>]=?|%|.*\d.*)$/;

/** `unused`: the words that nobody understood. */
export function leftOut(unused: string[], understood: string, place = IN_INVENTORY): string {
  const words = unused.map((text) => `“${literal(text)}”`).join(' and ');
  return `I did not understand ${words}, so I give no figure that would leave it out. What I understood: ${understood}. Ask it in other words, or look it up in ${place}.`;
}
const IN_INVENTORY = '[the inventory](/infrastructure)';
