import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { signedIn } from '../../../contract/user.ts';
import { messageOf } from '../../../contract/error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/overlays/toasts.ts';
import { hasPasskeys, wasCancelled } from './passkey-support.ts';

const never = () => () => undefined;

export function PasskeyButton() {
  const client = useQueryClient();
  const signIn = useMutation({
    mutationFn: async () => (await import('./passkey-prompt.ts')).signInWithPasskey(),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: [signedIn.currentUser.path] });
      toast({ kind: 'success', title: 'Login Successful' });
    },
    onError: (error) => {
      const text = wasCancelled(error) ? 'No passkey was chosen.' : messageOf(error, 'Login failed');
      toast({ kind: 'error', title: 'Login Failed', text });
    },
  });
  // Drawn before a browser was asked: nearly all have them, and the page must not jump where they do.
  const isOffered = useSyncExternalStore(never, hasPasskeys, () => true);
  if (!isOffered) return null;
  return (
    <Button
      size="large"
      className="mt-3 w-full"
      icon={<Fingerprint size={16} aria-hidden />}
      busy={signIn.isPending}
      onClick={() => signIn.mutate()}
    >
      Use a passkey
    </Button>
  );
}
