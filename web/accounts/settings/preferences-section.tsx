import { Monitor, Moon, Sun } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Settings, Theme } from '../../../contract/settings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useSaveSettings } from './use-save-settings.ts';

const THEMES: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <Sun size={14} aria-hidden /> },
  { value: 'dark', label: 'Dark', icon: <Moon size={14} aria-hidden /> },
  { value: 'system', label: 'System', icon: <Monitor size={14} aria-hidden /> },
];

export function PreferencesSection({ preferences }: { preferences: Settings['preferences'] }) {
  const [chosen, setChosen] = useState(preferences);
  const save = useSaveSettings('Preferences Updated');
  return (
    <SettingsSection title="Appearance and Preferences" text="Follows your account to every browser.">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border py-2.5">
        <p className="text-sm font-medium">Theme</p>
        <Segmented
          label="Theme"
          choices={THEMES}
          value={chosen.theme}
          onChange={(theme) => setChosen({ ...chosen, theme })}
        />
      </div>
      <div className="border-b border-border py-2.5">
        <Switch
          label="Auto-save documents"
          hint="Keeps a draft on the server while you type"
          checked={chosen.autoSave}
          onChange={(autoSave) => setChosen({ ...chosen, autoSave })}
        />
      </div>
      <div className="border-b border-border py-2.5">
        <Switch
          label="Compact view"
          hint="Lower rows in tables"
          checked={chosen.compactView}
          onChange={(compactView) => setChosen({ ...chosen, compactView })}
        />
      </div>
      <Button
        className="mt-4"
        look="primary"
        busy={save.isPending}
        onClick={() => save.mutate({ body: { preferences: chosen } })}
      >
        Save Preferences
      </Button>
    </SettingsSection>
  );
}
