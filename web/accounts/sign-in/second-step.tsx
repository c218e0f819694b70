import { useEffect } from 'react';
import { signedIn } from '../../../contract/calls/user.ts';
import { ApiError, messageOf } from '../../../contract/shared/error.ts';
import { secondFactor, VerifyTwoFactor } from '../../../contract/calls/second-factor.ts';
import { useSave } from '../../api/save.ts';
import { Button } from '../../ui/controls/button.tsx';
import { fieldOf, Form, useSchemaForm } from '../../ui/controls/form.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { AccountFrame } from './account-frame.tsx';

const isWrongCode = (error: unknown) => error instanceof ApiError && error.body?.code === 'invalid_code';

/** The second step after the password or Google: the code of the authenticator. */
export function SecondStep({ onBack }: { onBack: () => void }) {
  const form = useSchemaForm(VerifyTwoFactor, { code: '' });
  // The route redirects as soon as the current user is known.
  const verify = useSave(secondFactor.verify, {
    invalidates: [signedIn.currentUser],
    saved: () => ({ title: 'Login Successful' }),
    failed: (error) =>
      isWrongCode(error) ? undefined : { title: 'Login Failed', text: messageOf(error, 'Login failed') },
  });
  // The code is the only input, so its field takes the focus from the heading.
  const { setFocus } = form;
  useEffect(() => setFocus('code'), [setFocus]);
  const submit = form.handleSubmit((body) =>
    verify.mutate(
      { body },
      {
        onError: (error) => {
          if (isWrongCode(error))
            form.setError('code', { message: messageOf(error, 'Login failed') }, { shouldFocus: true });
          else if (error instanceof ApiError && error.status === 401) onBack();
        },
      },
    ),
  );
  return (
    <AccountFrame
      title="Two-factor authentication"
      text="Enter the code that your authenticator shows, or one of your recovery codes."
    >
      <Form onSubmit={(event) => void submit(event)}>
        <TextField
          label="Code"
          size="large"
          autoComplete="one-time-code"
          spellCheck={false}
          {...fieldOf(form, 'code')}
        />
        <Button type="submit" look="primary" size="large" busy={verify.isPending}>
          Verify
        </Button>
        <Button size="large" look="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </Form>
    </AccountFrame>
  );
}
