import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Settings, settings } from '../../contract/calls/settings.ts';
import { applyPreferences } from '../lib/preferences.ts';
import { query } from './query.ts';

export const ownSettings = query(settings.show, {});

export const useOwnSettings = () => useQuery(ownSettings);

const apply = ({ profile, preferences }: Settings) =>
  applyPreferences({ ...preferences, timeZone: profile.timezone });

/** Applies the settings of the signed-in user to every screen. */
export function useAppliedSettings(): void {
  const { data } = useOwnSettings();
  useEffect(() => {
    if (data) apply(data);
  }, [data]);
}
