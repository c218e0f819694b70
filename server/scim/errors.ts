import { refuse, RefusalError, type Refusal } from '../http/errors.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Types of errors of RFC 7644, table 9, by the code of a refusal. */
const TYPES = {
  uniqueness: 'uniqueness',
  name_taken: 'uniqueness',
  id_taken: 'uniqueness',
  invalid_filter: 'invalidFilter',
  invalid_path: 'invalidPath',
  invalid_syntax: 'invalidSyntax',
  invalid_value: 'invalidValue',
  validation_failed: 'invalidValue',
  no_target: 'noTarget',
  mutability: 'mutability',
} as const satisfies Record<string, string>;

const typeOf = (code: string): string | undefined =>
  Object.hasOwn(TYPES, code) ? TYPES[code as keyof typeof TYPES] : undefined;

export const scimError = ({ status, code, message }: Refusal) => ({
  schemas: [ERROR_SCHEMA],
  status: String(status),
  ...(typeOf(code) && { scimType: typeOf(code) }),
  detail: message,
});

export const invalid = (
  code: 'invalid_filter' | 'invalid_path' | 'invalid_value' | 'no_target' | 'mutability',
  text: string,
): RefusalError => new RefusalError(refuse(400, code, text));

export const taken = (text: string): RefusalError => new RefusalError(refuse(409, 'uniqueness', text));
