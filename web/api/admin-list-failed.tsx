import { ApiError, messageOf } from '../../contract/error.ts';
import { Failed } from '../ui/feedback/list-states.tsx';

type Props = {
  error: unknown;
  /** What could not be loaded, as in 'Users'. */
  what: string;
  onRetry: () => void;
};

/** The failed state of an administrator's list. Other users see that they may not read it. */
export function AdminListFailed({ error, what, onRetry }: Props) {
  const isRefused = error instanceof ApiError && error.status === 403;
  const title = isRefused ? 'Access Denied' : `${what} could not be loaded`;
  const otherwise = isRefused
    ? 'You do not have permission to access this page.'
    : 'The server did not answer.';
  return <Failed title={title} text={messageOf(error, otherwise)} onRetry={onRetry} />;
}
