import { ApiError, messageOf } from '../../contract/error.ts';
import { Failed } from '../ui/feedback/list-states.tsx';

type Props = {
  error: unknown;
  /** The list that failed to load, such as 'Users'. */
  what: string;
  onRetry: () => void;
};

/** The error state of an administrator's list. Other users see that they lack access. */
export function AdminListFailed({ error, what, onRetry }: Props) {
  const isRefused = error instanceof ApiError && error.status === 403;
  const title = isRefused ? 'Access Denied' : `${what} could not be loaded`;
  const otherwise = isRefused
    ? 'You do not have permission to access this page.'
    : 'The server did not answer.';
  return <Failed title={title} text={messageOf(error, otherwise)} onRetry={onRetry} />;
}
