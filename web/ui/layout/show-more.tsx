import { Button } from '../controls/button.tsx';

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
