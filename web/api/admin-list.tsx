import { ApiError } from '../../contract/shared/error.ts';
import { Button } from '../ui/controls/button.tsx';
import { type Read, ReadFailed } from './read-failed.tsx';

/**
 * Replaces a list of administrators that could not be loaded; other users see that they lack access. `what` names the
 * list, such as 'Users'.
 */
export const AdminListFailed = ({ read, what }: { read: Read; what: string }) =>
  read.error instanceof ApiError && read.error.status === 403 ? (
    <ReadFailed read={read} title="Access Denied" text="You do not have permission to access this page." />
  ) : (
    <ReadFailed read={read} title={`${what} could not be loaded`} />
  );

type Paged = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };

/** Loads the next page of a list, if there is one. */
export const ShowMore = ({ list }: { list: Paged }) =>
  list.hasNextPage && (
    <div className="flex justify-center p-4">
      <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        Show more
      </Button>
    </div>
  );
