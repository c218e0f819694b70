import { useReducer, useState } from 'react';
import type { Role } from '../../../contract/calls/user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import {
  areCharacterKeysOn,
  switchCharacterKeys,
  CHANGEABLE,
  chooseKey,
  forgetChoices,
  hasChoices,
  keyFor,
} from './key-choices.ts';
import { KEY_TARGETS } from './character-keys.ts';

const WORDS: [word: string, finds: string][] = [
  ['"exact text"', 'Exactly that'],
  ['srv-app*', 'Words and names that begin so'],
  ['-word', 'Leaves out what holds it'],
  ['type:server', 'document, server, member, or a kind of document such as how-to'],
  ['category:network', 'Documents of a category'],
  ['tag:vpn', 'What has a tag'],
  ['author:ann', 'Documents that somebody wrote or changed'],
  ['server:db01', 'A server and the documents about it'],
  ['env:production', 'Servers of an environment'],
  ['status:offline', 'Servers in a state, or draft and published documents'],
  ['updated:<7d', 'Changed since then; >30d is longer ago, >2026-01-31 after a day'],
];

/** The search syntax beyond plain words. */
function SearchHelp() {
  return (
    <section aria-labelledby="search-words" className="mt-5">
      <h3 id="search-words" className="mb-1 text-md">
        In every search
      </h3>
      <dl className="text-sm">
        {WORDS.map(([word, finds]) => (
          <div key={word} className="flex flex-wrap gap-x-4 border-b border-border py-1">
            <dt className="w-40 flex-none">
              <code>{word}</code>
            </dt>
            <dd className="min-w-0 flex-1 basis-60 text-muted">{finds}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-muted">
        Each goes with others and with words; a minus before it turns it around. Values with blanks stand in
        quotes: <code>category:"Disaster Recovery"</code>.
      </p>
    </section>
  );
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
const PALETTE_KEYS = isApple ? '⌘ K' : 'Ctrl K';

type Group = { title: string; keys: [keys: string, does: string][] };

const goTo = (role: Role): Group => ({
  title: 'Go to',
  keys: KEY_TARGETS.filter((target) => !target.role || target.role === role).map(({ key, label }) => [
    `g ${key}`,
    label,
  ]),
});

const GROUPS: Group[] = [
  {
    title: 'Everywhere',
    keys: [
      ['g', 'Go to a screen, with the letter after it'],
      [PALETTE_KEYS, 'Find pages, documents, servers, people and actions'],
      ['/', 'Search documents, servers, people and actions'],
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
    title: 'Alerts',
    keys: [
      ['j k', 'Next and previous alert'],
      ['a', 'Acknowledge the alert that has the focus, or the first one'],
      ['s', 'Silence it'],
      ['t', 'Take this shift, on the page of duty'],
      ['e', 'End the maintenance that is running, on its page'],
    ],
  },
  {
    title: 'Pages',
    keys: [
      ['e', 'Edit a server, or a document at the heading in view'],
      ['h', 'Version history'],
      ['p', 'Print'],
    ],
  },
  {
    title: 'Editors',
    keys: [
      [isApple ? '⌘ S' : 'Ctrl S', 'Save'],
      ['Enter', 'Next step, in the title of a step'],
    ],
  },
];

const KEY_CLASS =
  'rounded-sm border border-b-2 border-border text-center font-sans text-2xs font-medium text-muted';

type KeyProps = { meant: string; does: string; isChangeable: boolean; onChange: () => void };

/** A key. Typing another character into it reassigns a single-character key. */
function Key({ meant, does, isChangeable, onChange }: KeyProps) {
  const key = CHANGEABLE.has(meant) ? keyFor(meant) : meant;
  if (!isChangeable || !CHANGEABLE.has(meant))
    return <kbd className={`${KEY_CLASS} inline-block min-w-4.5 px-1`}>{key}</kbd>;
  const change = (typed: string) => {
    const pressed = [...typed].find((one) => one !== key && one.trim() !== '');
    if (!pressed) return;
    chooseKey(meant, pressed);
    onChange();
  };
  return (
    <input
      aria-label={`Key ${meant}: ${does}`}
      className={`${KEY_CLASS} h-6 w-6 bg-surface`}
      autoComplete="off"
      value={key}
      onFocus={(event) => event.target.select()}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** All keys, and the switch for single-character keys. */
export function KeysHelp({ role, onClose }: { role: Role; onClose: () => void }) {
  const [isOn, setOn] = useState(areCharacterKeysOn);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
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
        <p className="mt-2 flex min-h-7 items-center gap-2 text-xs text-muted">
          To have one elsewhere, type another character into its box.
          {hasChoices() && (
            <Button
              size="small"
              onClick={() => {
                forgetChoices();
                drawAgain();
              }}
            >
              Reset Keys
            </Button>
          )}
        </p>
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
                    {key.split(' ').map((one, n) =>
                      title === 'Go to' && n > 0 ? (
                        <kbd key={one} className={`${KEY_CLASS} inline-block min-w-4.5 px-1`}>
                          {one}
                        </kbd>
                      ) : (
                        <Key
                          key={one}
                          meant={one}
                          does={does}
                          isChangeable={title !== 'Go to'}
                          onChange={drawAgain}
                        />
                      ),
                    )}
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
