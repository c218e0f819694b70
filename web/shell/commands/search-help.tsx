const WORDS: [word: string, finds: string][] = [
  ['"exact text"', 'Exactly that'],
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

/** What may be typed into a search beside words. */
export function SearchHelp() {
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
