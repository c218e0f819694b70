import { readFilter } from '../../contract/shared/filter-text.ts';
import { unknownField } from '../../contract/shared/unknown-field.ts';
import { type Refusal, refuseField } from '../http/errors.ts';

/** Refuses a filter of which a part would be searched for as text. Nobody looks at its result, so a slip would be silent. */
export function refuseFilter(filter: string): Refusal | undefined {
  const unknown = unknownField(filter);
  const near = unknown?.near ? ` Did you mean ${unknown.near}?` : '';
  const text = unknown ? `No field is called ${unknown.name}.${near}` : wrongValue(filter);
  return text === undefined ? undefined : refuseField('filter', text);
}

function wrongValue(filter: string): string | undefined {
  const wrong = readFilter(filter)
    .flat()
    .find((condition) => condition.kind === 'text' && /^[a-z][a-z0-9]*(?::|[<>])/i.test(condition.text));
  return wrong?.kind === 'text'
    ? `"${wrong.text}" has a value that this field cannot have. Try the filter in the inventory.`
    : undefined;
}
