import { Failed } from '../ui/list-states.tsx';

/** In place of a screen that broke, most often because a part of it could not be fetched. */
export const ScreenFailed = () => (
  <Failed
    title="This screen could not be shown"
    text="Check the connection and try again. What you typed is kept as a draft."
    onRetry={() => location.reload()}
  />
);
