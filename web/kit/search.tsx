/** Title, path and text of each page. The script file of the index calls `takeKitIndex` with all of them. */
type Pages = [title: string, path: string, text: string][];

/** The page of the search. The program enables its field. */
export const SearchPage = () => (
  <>
    <h1>Search</h1>
    <input id="words" type="search" aria-label="Search" autoComplete="off" disabled />
    <p id="count" role="status" className="kit-note">
      The search needs JavaScript. Without it, use the lists of documents and servers.
    </p>
    <ol id="hits" className="kit-list" />
  </>
);

/** Finds pages that contain all words, those with all of them in the title first. Runs in a browser, alone. */
export function takeKitIndex(index: Pages): void {
  const MOST = 100;
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const pages = index.map(([title, path, text]) => ({
    title,
    path,
    text,
    folded: fold(`${title}\n${text}`),
  }));
  const box = document.querySelector<HTMLInputElement>('#words');
  const count = document.querySelector('#count');
  const list = document.querySelector('#hits');
  if (!box || !count || !list) return;

  const hitOf = ({ title, path, text }: (typeof pages)[number], word: string) => {
    const item = document.createElement('li');
    const link = document.createElement('a');
    link.href = path;
    link.textContent = title;
    const at = Math.max(0, fold(text).indexOf(word) - 60);
    const snippet = document.createElement('div');
    snippet.className = 'kit-note';
    snippet.textContent = text.slice(at, at + 180);
    item.append(link, snippet);
    return item;
  };
  const search = () => {
    const words = fold(box.value).split(/\s+/).filter(Boolean);
    const isTitled = ({ title }: { title: string }) => words.every((word) => fold(title).includes(word));
    const found =
      words.length === 0 ? [] : pages.filter(({ folded }) => words.every((w) => folded.includes(w)));
    const hits = [...found.filter(isTitled), ...found.filter((page) => !isTitled(page))];
    list.replaceChildren(...hits.slice(0, MOST).map((page) => hitOf(page, words[0] ?? '')));
    count.textContent =
      words.length === 0
        ? `${pages.length} pages`
        : `${hits.length} of ${pages.length} pages${hits.length > MOST ? `, the first ${MOST} are shown` : ''}`;
  };
  box.disabled = false;
  box.addEventListener('input', search);
  search();
  box.focus();
}
