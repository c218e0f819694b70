import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import styles from './kit.css?inline';

/** A page may show its images and nothing else. `file:` is for a kit on a disk, `self` for one behind a web server. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' file: data:";
const POLICY_WITH_SCRIPT = `${POLICY}; script-src 'self' file:`;

/** The dark colours, for a browser that prefers them: no script of a kit sets the attribute that chooses them. Paper is light. */
const STYLES = styles.replace(
  /\[data-theme=['"]?dark['"]?\]\s*(\{[^}]*\})/g,
  '@media screen and (prefers-color-scheme: dark) { :root $1 }',
);

type Page = { title: string; content: ReactNode; scripts?: string[] };

/**
 * A page of a kit, which needs no server, no script and no other file but its images. Pages name each other by the
 * addresses of the product, which the server replaces with paths (server/kit/paths.ts).
 */
export function kitPage({ title, content, scripts = [] }: Page): string {
  const html = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta
          httpEquiv="Content-Security-Policy"
          content={scripts.length > 0 ? POLICY_WITH_SCRIPT : POLICY}
        />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${title} · Ops Hub kit`}</title>
      </head>
      <body className="kit">
        <nav aria-label="Kit" className="kit-links">
          <a href="/">Documents</a>
          <a href="/infrastructure">Servers</a>
          <a href="/search">Search</a>
        </nav>
        <main>{content}</main>
        {scripts.map((script) => (
          <script key={script} src={script} />
        ))}
      </body>
    </html>,
  );
  // As text: the renderer would escape characters of a style sheet.
  return `<!doctype html>${html.replace('</head>', () => `<style>${STYLES}</style></head>`)}\n`;
}
