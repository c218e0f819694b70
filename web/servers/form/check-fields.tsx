import { useWatch } from 'react-hook-form';
import { CHECK_KINDS } from '../../../contract/check-target.ts';
import { fieldOf, type FormOf } from '../../ui/controls/form.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { CHECK_LABELS, type ServerForm } from './form-values.ts';

const KINDS = [
  { value: '', label: 'None (figures are simulated)' },
  ...CHECK_KINDS.map((value) => ({ value, label: CHECK_LABELS[value].label })),
];

/** How the product itself looks whether the server is well. */
export function CheckFields({ form }: { form: FormOf<typeof ServerForm> }) {
  const kind = useWatch({ control: form.control, name: 'check.kind' });
  return (
    <fieldset className="grid gap-4 border-t border-border pt-4 sm:col-span-2 sm:grid-cols-2">
      <legend className="sr-only">Health check</legend>
      <Select label="Health Check" options={KINDS} {...fieldOf(form, 'check.kind')} />
      {kind !== '' && (
        <>
          <TextField
            label="Target"
            placeholder={CHECK_LABELS[kind].example}
            {...fieldOf(form, 'check.target')}
          />
          <TextField
            label="Interval"
            hint="Seconds; left blank it is the product's own"
            inputMode="numeric"
            {...fieldOf(form, 'check.intervalSeconds')}
          />
          <TextField
            label="Time-out"
            hint="Milliseconds; left blank 10,000"
            inputMode="numeric"
            {...fieldOf(form, 'check.timeoutMs')}
          />
          <TextField
            label="Failures before it counts"
            hint="In a row; left blank 3"
            inputMode="numeric"
            {...fieldOf(form, 'check.retries')}
          />
          {kind === 'http' && (
            <>
              <TextField
                label="Expected status"
                hint="Left blank: 200 to 299"
                inputMode="numeric"
                {...fieldOf(form, 'check.expectStatus')}
              />
              <TextField label="Expected text" {...fieldOf(form, 'check.expectText')} />
            </>
          )}
        </>
      )}
    </fieldset>
  );
}
