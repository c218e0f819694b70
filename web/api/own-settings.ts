import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type Settings, settings } from '../../contract/settings.ts';
import { applyPreferences } from '../lib/preferences.ts';
import { query } from './query.ts';

export const ownSettings = query(settings.show, {});

export const useOwnSettings = () => useQuery(ownSettings);

const apply = ({ profile, preferences }: Settings) =>
  applyPreferences({ ...preferences, timeZone: profile.timezone });

/** Has the settings of whoever is signed in take effect, on every screen. */
export function useAppliedSettings(): void {
  const { data } = useOwnSettings();
  useEffect(() => {
    if (data) apply(data);
  }, [data]);
}
