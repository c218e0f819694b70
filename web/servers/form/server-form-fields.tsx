import { Environment, ServerStatus } from '../../../contract/shared/server-words.ts';
import {
  fieldOf as definitionOf,
  type ServerField,
  serverFields,
} from '../../../contract/shared/server-fields.ts';
import type { ServerOptions } from '../../../contract/calls/servers.ts';
import { fieldOf, type FormOf } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextArea, TextField, SuggestedField } from '../../ui/controls/text-field.tsx';
import { ENVIRONMENT, STATUS } from '../server-values.tsx';
import type { ServerForm } from './form-values.ts';

export const ENVIRONMENTS = Environment.options.map((value) => ({ value, label: ENVIRONMENT[value].label }));
export const STATUSES = ServerStatus.options.map((value) => ({ value, label: STATUS[value].label }));
/** Options of select fields; fields without labels on this screen show their raw values. */
const CHOICES: Partial<Record<ServerField, { value: string; label: string }[]>> = {
  environment: ENVIRONMENTS,
  status: STATUSES,
  serverType: [
    { value: '', label: 'Not specified' },
    { value: 'virtual', label: 'Virtual' },
    { value: 'physical', label: 'Physical' },
  ],
};

type Props = { form: FormOf<typeof ServerForm>; options: ServerOptions | undefined };

/** Every editable field of the table; only the name is required. */
export function ServerFields({ form, options }: Props) {
  return serverFields.map((field) => <OneField key={field} field={field} form={form} options={options} />);
}

function OneField({ field, form, options }: Props & { field: ServerField }) {
  const { kind, label, placeholder, suggestions, options: choices } = definitionOf(field);
  const own = fieldOf(form, field);
  switch (kind) {
    case 'name':
      return <TextField label={`${label} *`} aria-required className="sm:col-span-2" {...own} />;
    case 'choice':
      return (
        <Select
          label={label}
          options={CHOICES[field] ?? (choices ?? []).map((value) => ({ value, label: value }))}
          {...own}
        />
      );
    case 'account':
      return <AccountField label={label} accounts={options?.accounts ?? []} own={own} />;
    case 'long':
      return field === 'keyContacts' ? (
        <TextField label={label} {...own} />
      ) : (
        <TextArea label={label} className="sm:col-span-2" {...own} />
      );
    case 'text':
    case 'address': {
      const offered = field === 'domain' ? (options?.domains ?? []) : suggestions;
      if (offered) return <SuggestedField label={label} suggestions={[...offered]} {...own} />;
      return <TextField label={label} {...(placeholder && { placeholder })} {...own} />;
    }
  }
}

type AccountProps = { label: string; accounts: ServerOptions['accounts']; own: ReturnType<typeof fieldOf> };

const AccountField = ({ label, accounts, own }: AccountProps) => (
  <Select
    // The options load after the first render. The key mounts the select again, so that its value is among them.
    key={accounts.length}
    label={label}
    options={[
      { value: '', label: 'Nobody' },
      ...accounts.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    {...own}
  />
);
