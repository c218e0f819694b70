import {
  HARDWARE_MODELS,
  NETWORKS,
  OPERATING_SYSTEMS,
  Environment,
  ServerStatus,
} from '../../../contract/server-words.ts';
import type { ServerOptions } from '../../../contract/servers.ts';
import { fieldOf, type FormOf } from '../../ui/form.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ENVIRONMENT, STATUS } from '../server-badges.tsx';
import type { ServerForm } from './form-values.ts';
import { SuggestedField } from './suggested-field.tsx';

export const ENVIRONMENTS = Environment.options.map((value) => ({ value, label: ENVIRONMENT[value].label }));
export const STATUSES = ServerStatus.options.map((value) => ({ value, label: STATUS[value].label }));

type Props = { form: FormOf<typeof ServerForm>; options: ServerOptions | undefined };

/** Everything of a server that people say; only the name is needed. */
export function ServerFields({ form, options }: Props) {
  const managers = options?.accounts ?? [];
  return (
    <>
      <TextField label="Server Name *" aria-required className="sm:col-span-2" {...fieldOf(form, 'name')} />
      <TextField label="Hostname" placeholder="FQDN" {...fieldOf(form, 'hostname')} />
      <TextField label="IP Address" {...fieldOf(form, 'ipAddress')} />
      <SuggestedField label="Domain" suggestions={options?.domains ?? []} {...fieldOf(form, 'domain')} />
      <SuggestedField label="Network Zone" suggestions={NETWORKS} {...fieldOf(form, 'network')} />
      <Select label="Environment" options={ENVIRONMENTS} {...fieldOf(form, 'environment')} />
      <Select label="Status" options={STATUSES} {...fieldOf(form, 'status')} />
      <SuggestedField
        label="Operating System"
        suggestions={OPERATING_SYSTEMS}
        {...fieldOf(form, 'operatingSystem')}
      />
      <Select
        label="Server Type"
        options={[
          { value: '', label: 'Not said' },
          { value: 'virtual', label: 'Virtual' },
          { value: 'physical', label: 'Physical' },
        ]}
        {...fieldOf(form, 'serverType')}
      />
      <SuggestedField
        label="Hardware Model"
        suggestions={HARDWARE_MODELS}
        {...fieldOf(form, 'hardwareModel')}
      />
      <TextField label="Location" {...fieldOf(form, 'serverLocation')} />
      <TextField label="Primary Function" {...fieldOf(form, 'primaryFunction')} />
      <TextField label="Secondary Function" {...fieldOf(form, 'secondaryFunction')} />
      <TextField label="Tertiary Function" {...fieldOf(form, 'tertiaryFunction')} />
      <TextField label="Team Owner" {...fieldOf(form, 'teamOwner')} />
      <Select
        // The options arrive after the first drawing; the choice must be among them by then.
        key={managers.length}
        label="Managed By"
        options={[
          { value: '', label: 'Nobody' },
          ...managers.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...fieldOf(form, 'managedBy')}
      />
      <TextField label="Key Contacts" {...fieldOf(form, 'keyContacts')} />
      <TextArea label="Description" className="sm:col-span-2" {...fieldOf(form, 'description')} />
      <TextArea label="Notes" className="sm:col-span-2" {...fieldOf(form, 'notes')} />
    </>
  );
}
