import { useState } from 'react';
import type { Role } from '../../../contract/accounts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/switch.tsx';
import { areCharacterKeysOn, switchCharacterKeys } from './character-keys-switch.ts';
import { PLACES } from './place-keys.ts';
import { SearchHelp } from './search-help.tsx';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const PALETTE_KEYS = isApple ? '⌘ K' : 'Ctrl K';

type Group = { title: string; keys: [keys: string, does: string][] };

const goTo = (role: Role): Group => ({
  title: 'Go to',
  keys: PLACES.filter((place) => !place.role || place.role === role).map(({ key, label }) => [
    `g ${key}`,
    label,
  ]),
});

const GROUPS: Group[] = [
  {
    title: 'Everywhere',
    keys: [
      [PALETTE_KEYS, 'Find pages, documents, servers, people and actions'],
      ['/', 'Search documents'],
      ['?', 'Show these keys'],
      ['n', 'New document, server or member, on its page'],
      ['Esc', 'Close what is open'],
      ['F8', 'Go to the messages'],
    ],
  },
  {
    title: 'Servers',
    keys: [
      ['j k', 'Next and previous row'],
      ['x', 'Select the row'],
      ['Enter', 'Open the row'],
      ['Home End', 'First and last row'],
    ],
  },
  {
    title: 'Editors',
    keys: [[isApple ? '⌘ S' : 'Ctrl S', 'Save']],
  },
];

/** Every key, and the switch for those of one character. */
export function KeysHelp({ role, onClose }: { role: Role; onClose: () => void }) {
  const [isOn, setOn] = useState(areCharacterKeysOn);
  return (
    <Dialog
      open
      onClose={onClose}
      width="form"
      title="Keyboard Shortcuts"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <div className="mb-5 border-b border-border pb-4">
        <Switch
          label="Shortcuts of one character"
          hint="Off, only keys with Ctrl, Cmd or a name of their own act. Kept in this browser."
          checked={isOn}
          onChange={(next) => {
            switchCharacterKeys(next);
            setOn(next);
          }}
        />
      </div>
      <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {[...GROUPS, goTo(role)].map(({ title, keys }) => (
          <section key={title}>
            <h3 className="mb-1 text-md">{title}</h3>
            <dl className="text-sm">
              {keys.map(([key, does]) => (
                <div
                  key={key}
                  className="flex items-baseline justify-between gap-4 border-b border-border py-1"
                >
                  <dt className="order-2 flex flex-none gap-1">
                    {key.split(' ').map((one) => (
                      <kbd
                        key={one}
                        className="inline-block min-w-4.5 rounded-sm border border-b-2 border-border px-1 text-center font-sans text-2xs font-medium text-muted"
                      >
                        {one}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <SearchHelp />
    </Dialog>
  );
}
