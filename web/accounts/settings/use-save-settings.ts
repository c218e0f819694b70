import { settingsChange } from '../../../contract/calls/settings-change.ts';
import { useQueryClient } from '@tanstack/react-query';
import { signedIn } from '../../../contract/calls/user.ts';
import { ownSettings } from '../../api/own-settings.ts';
import { reasonOr, useSave } from '../../api/save.ts';

/** Saves a part of the settings. The response contains the new settings. */
export function useSaveSettings(title: string) {
  const client = useQueryClient();
  return useSave(settingsChange.update, {
    invalidates: [signedIn.currentUser],
    saved: (result) => {
      client.setQueryData(ownSettings.queryKey, result);
      return { title };
    },
    failed: reasonOr('Failed to save your settings. Please try again.'),
  });
}
