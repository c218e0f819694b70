import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { administration } from '../../../contract/calls/administration.ts';
import { signInPolicy, type PolicyState, type SignInPolicy } from '../../../contract/calls/sign-in-policy.ts';
import { Role } from '../../../contract/calls/user.ts';
import { AdminListFailed } from '../../api/admin-list.tsx';
import { query } from '../../api/query.ts';
import { fieldErrors, reasonOr, useSave } from '../../api/save.ts';
import { formatCount } from '../../lib/format-count.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/select.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { TextArea, TextField } from '../../ui/controls/text-field.tsx';
import { RowPlaceholders } from '../../ui/feedback/list-states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';

const PLACEHOLDERS = 5;
const own = query(signInPolicy.show, {});

/** Administrators decide how people sign in, by their role. */
export function PolicyPage() {
  const state = useQuery(own);
  return (
    <>
      <PageHeader title="Sign-in Policy" subtitle="How people sign in, and from where" />
      {state.isPending && <RowPlaceholders count={PLACEHOLDERS} />}
      {!state.isPending && !state.data && <AdminListFailed read={state} what="The sign-in policy" />}
      {state.data && <PolicyForm state={state.data} />}
    </>
  );
}

const ROLES: Record<Role, string> = { viewer: 'Viewers', user: 'Users', admin: 'Administrators' };

/** What people type: one network a line. */
type Draft = Omit<SignInPolicy, 'networks' | 'graceDays'> & {
  graceDays: string;
  networks: Record<Role, string>;
};

const draftOf = ({ networks, graceDays, ...policy }: SignInPolicy): Draft => ({
  ...policy,
  graceDays: String(graceDays),
  networks: {
    viewer: networks.viewer.join('\n'),
    user: networks.user.join('\n'),
    admin: networks.admin.join('\n'),
  },
});

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

const policyOf = ({ networks, graceDays, ...draft }: Draft): SignInPolicy => ({
  ...draft,
  graceDays: graceDays.trim() === '' ? Number.NaN : Number(graceDays),
  networks: {
    viewer: linesOf(networks.viewer),
    user: linesOf(networks.user),
    admin: linesOf(networks.admin),
  },
});

type SectionProps = {
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
  state: PolicyState;
  errorOf: ErrorOf;
};
type ErrorOf = (field: string) => string | undefined;

function PolicyForm({ state }: { state: PolicyState }) {
  const client = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(state.policy));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useSave(signInPolicy.update, {
    invalidates: [administration.audit],
    saved: (saved) => {
      client.setQueryData(own.queryKey, saved);
      setDraft(draftOf(saved.policy));
      return { title: 'Sign-in Policy Saved', text: 'It applies from the next request on.' };
    },
    failed: reasonOr('Failed to save the sign-in policy. Please try again.'),
  });
  const submit = () => {
    setErrors({});
    save.mutate({ body: policyOf(draft) }, { onError: (error) => setErrors(fieldErrors(error) ?? {}) });
  };
  const errorOf: ErrorOf = (field) =>
    Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1];
  const section = {
    draft,
    state,
    errorOf,
    onChange: (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part })),
  };
  return (
    <form
      noValidate
      className="flex max-w-184 flex-col gap-8 p-4 md:p-6"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SecondFactor {...section} />
      <OpenIdOnly {...section} />
      <Networks {...section} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" busy={save.isPending}>
          Save Policy
        </Button>
        <p className="text-xs text-muted">
          If a policy locks you out: <span className="tech">npm run sign-in-policy -- remove</span>
        </p>
      </div>
    </form>
  );
}

const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-4">
    <div>
      <h2 className="text-md">{title}</h2>
      <p className="mt-1 text-sm text-muted">{text}</p>
    </div>
    {children}
  </section>
);

function SecondFactor({ draft, onChange, state, errorOf }: SectionProps) {
  const isRequired = (role: Role) => draft.secondFactorRoles.includes(role);
  const toggle = (role: Role) =>
    onChange({
      secondFactorRoles: Role.options.filter((one) => (one === role ? !isRequired(role) : isRequired(one))),
    });
  return (
    <Section
      title="Second factor"
      text="These roles need an authenticator app or a passkey. Without one, people can only set one up once the days are over."
    >
      <div className="flex flex-col gap-2">
        {Role.options.map((role) => (
          <label key={role} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={isRequired(role)}
              onChange={() => toggle(role)}
            />
            <span>
              {ROLES[role]}{' '}
              <span className="text-muted">· {withoutOne(state.withoutSecondFactor[role])}</span>
            </span>
          </label>
        ))}
      </div>
      <TextField
        className="max-w-60"
        label="Days to set one up"
        type="number"
        min={0}
        value={draft.graceDays}
        error={errorOf('graceDays')}
        onChange={(event) => onChange({ graceDays: event.target.value })}
      />
    </Section>
  );
}

const withoutOne = (count: number): string =>
  count === 0 ? 'nobody without one' : `${formatCount(count)} without one`;

function OpenIdOnly({ draft, onChange, state, errorOf }: SectionProps) {
  const options = [
    { value: '', label: 'Choose an administrator' },
    ...state.administrators.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Section
      title="Company sign-in"
      text="Accounts, passwords and second factors are then those of your identity provider."
    >
      <Switch
        label="Only by OpenID Connect"
        hint="Passwords and passkeys no longer sign in, and nobody can register."
        checked={draft.openIdOnly}
        onChange={(openIdOnly) => onChange({ openIdOnly })}
      />
      {errorOf('openIdOnly') && (
        <p role="alert" className="text-xs text-red">
          {errorOf('openIdOnly')}
        </p>
      )}
      {draft.openIdOnly && (
        <Select
          className="max-w-100"
          label="Administrator for emergencies"
          hint="Signs in with a password when the identity provider does not answer."
          options={options}
          value={draft.emergencyId ?? ''}
          error={errorOf('emergencyId')}
          onChange={(event) => onChange({ emergencyId: event.target.value || null })}
        />
      )}
    </Section>
  );
}

const Networks = ({ draft, onChange, state, errorOf }: SectionProps) => (
  <Section
    title="Networks"
    text={`One network a line, such as 10.0.0.0/8. An empty field allows all. Your address is ${state.address}.`}
  >
    {Role.options.map((role) => (
      <TextArea
        key={role}
        className="max-w-100"
        label={`Networks of ${ROLES[role].toLowerCase()}`}
        rows={2}
        spellCheck={false}
        value={draft.networks[role]}
        error={errorOf(`networks.${role}`)}
        onChange={(event) => onChange({ networks: { ...draft.networks, [role]: event.target.value } })}
      />
    ))}
  </Section>
);
