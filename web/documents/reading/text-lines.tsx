import { type CSSProperties, Fragment } from 'react';
import { classNames } from '../../lib/class-names.ts';
import { DEFAULT_IMAGE_SIZE, imageOf, type ImageSize, sizeIn } from '../images/image-size.ts';
import { imageStyle } from '../images/resizable-image.ts';
import { TOOLBAR } from './look.ts';

/** More than any screen shows at first. A longer text would be slow to lay out; the rest arrives with the editor. */
const MOST_CHARACTERS = 20_000;
const MOST_LINES = 1_000;

/** The metrics of the text editor (text-editor-look.ts), which replaces this text. */
const WRAPPED = 'whitespace-break-spaces [overflow-wrap:anywhere] [tab-size:4] [word-break:break-word]';
const TEXT = 'min-h-80 pb-4 font-mono text-[0.8125rem]/[1.4375rem] [font-variant-ligatures:none]';
const LINE = `invisible relative min-h-[1.4375rem] pr-1 pl-(--numbers) ${WRAPPED}`;
const NUMBER = 'visible absolute left-0 w-(--numbers) pr-3.5 text-right text-muted select-none';
const AREA = classNames(
  'absolute inset-y-0 right-0 left-(--numbers) resize-none overflow-hidden border-0 bg-transparent p-0 pr-1',
  'outline-none',
  WRAPPED,
);

/** Lines up to and including an image, or the last ones. */
type Portion = { from: number; lines: string[]; image?: { alt: string; src: string; size: ImageSize } };

type Props = {
  content: string;
  /** Lines of the whole text, if `content` is only its beginning. */
  lineCount?: number | undefined;
};

/**
 * Free text with line numbers and images, for reading and typing until the text editor is there. An image splits the
 * text into two fields, because a field can only contain text. Each field lies on its lines, which have its height.
 */
export function TextLines({ content, lineCount = content.split('\n').length }: Props) {
  const numbers = `max(2.25rem, 14px + ${String(lineCount).length} * 12ch / 13)`;
  return (
    <>
      <div className={`-mx-1 border-b border-border ${TOOLBAR}`} />
      <div className={TEXT} style={{ '--numbers': numbers } as CSSProperties}>
        {portionsOf(beginningOf(content)).map(({ from, lines, image }, index) => (
          <Fragment key={from}>
            <div className="relative">
              <div aria-hidden>
                {lines.map((line, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- The lines never change.
                  <div key={at} className={LINE}>
                    <span className={NUMBER}>
                      <small className="block text-[0.75rem]">{from + at + 1}</small>
                    </span>
                    {line}
                  </div>
                ))}
              </div>
              <textarea
                rows={1}
                data-free-text
                aria-label={index === 0 ? 'Content' : `Text below image ${index}`}
                defaultValue={lines.join('\n')}
                className={AREA}
              />
            </div>
            {image && (
              <div className="pt-1 pr-1 pb-2 pl-(--numbers)">
                <span className="resizable-image">
                  <img src={image.src} alt={image.alt} draggable={false} style={imageStyle(image.size)} />
                </span>
              </div>
            )}
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** Cuts a long text after a whole line near the limit. */
function beginningOf(content: string): string {
  const isLong = content.length >= MOST_CHARACTERS;
  const whole = isLong ? content.slice(0, Math.max(0, content.lastIndexOf('\n', MOST_CHARACTERS))) : content;
  return whole.split('\n', MOST_LINES).join('\n');
}

function portionsOf(content: string): Portion[] {
  const lines = content.split('\n');
  const portions: Portion[] = [];
  let from = 0;
  lines.forEach((line, at) => {
    const image = imageOf(line);
    if (!image) return;
    const size = sizeIn(lines[at - 1] ?? '') ?? DEFAULT_IMAGE_SIZE;
    portions.push({ from, lines: lines.slice(from, at + 1), image: { ...image, size } });
    from = at + 1;
  });
  if (from < lines.length || portions.length === 0) portions.push({ from, lines: lines.slice(from) });
  return portions;
}
