import { exactTime } from '../../../contract/dates.ts';
import { useTimeZone } from '../../lib/preferences.ts';

/** When it was, in the account's time zone. */
export const ExactTime = ({ value }: { value: string }) => (
  <time dateTime={value}>{exactTime(value, useTimeZone())}</time>
);
