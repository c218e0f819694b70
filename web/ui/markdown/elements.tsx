import { type ComponentProps, createContext, type MouseEvent, use, useState } from 'react';
import type { Components, ExtraProps } from 'hast-util-to-jsx-runtime';
import { mentionedBy } from '../../../contract/shared/mentions.ts';
import { readingAddress } from '../../../contract/shared/item-address.ts';
import { keptPicture } from '../../lib/kept-pictures.ts';
import { isPlainClick } from '../../lib/plain-click.ts';
import { ScrollBox } from '../layout/scroll-box.tsx';
import { linkKind } from './addresses.ts';
import { ANCHOR_PREFIX } from './allow-list.ts';
import { scrollToAnchor } from './anchor.ts';
import { CodeBlock } from './code-block.tsx';
import { textOf } from './tree.ts';

/** How internal links are followed; without it they are ordinary links. */
export type Links = {
  /** Navigates to a screen (`/…`) or an anchor of this document (`#…`) without a page load. */
  follow: (address: string) => void;
  /** Why a link is disabled, shown after its text (empty for no text); undefined for an enabled link. */
  isNotFollowed?: (address: string) => string | undefined;
};

export const LinksContext = createContext<Links | undefined>(undefined);

/** The renderer also passes each element its tree node, which is not an attribute. */
function withoutNode<P extends ExtraProps>(props: P): Omit<P, 'node'> {
  const { node: _, ...rest } = props;
  return rest;
}

function Anchor(props: ComponentProps<'a'> & ExtraProps) {
  const { href = '', children, ...rest } = withoutNode(props);
  const links = use(LinksContext);
  if (mentionedBy(href)) return <span className="mention">{children}</span>;
  const kind = linkKind(href);
  const target = readingAddress(href);
  if (!links || kind === undefined || kind === 'outside') {
    return (
      <a {...rest} {...(href && { href: target })}>
        {children}
      </a>
    );
  }
  const reason = kind === 'inside' ? links.isNotFollowed?.(href) : undefined;
  if (reason !== undefined)
    return (
      <span>
        {children}
        {reason && <span className="link-note"> ({reason})</span>}
      </span>
    );

  const onClick = (event: MouseEvent<HTMLAnchorElement>) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    const document = event.currentTarget.closest('[data-markdown]');
    if (kind === 'here' && document) scrollToAnchor(document, href);
    links.follow(target);
  };
  return (
    <a {...rest} href={target} onClick={onClick}>
      {children}
    </a>
  );
}

/** On paper, a step has a box to tick (print.css). */
const STEP = /^step \d/i;

/** Levels that the highest heading of a text is below the first one: a text may begin with `##`, and pages leave out no level. */
export const HeadingShift = createContext(0);

/** The page has its own h1, so headings of a document are one level lower but keep the style of their own level. */
const heading = (level: 1 | 2 | 3 | 4 | 5 | 6) => {
  return ({ children, ...props }: ComponentProps<'h2'> & ExtraProps) => {
    const Tag = `h${Math.max(2, Math.min(level + 1 - use(HeadingShift), 6))}` as 'h2';
    return (
      <div className="heading">
        <Tag
          {...withoutNode(props)}
          data-level={level}
          data-step={(props.node && STEP.test(textOf(props.node))) || undefined}
        >
          {children}
        </Tag>
        {props.id && props.className !== 'sr-only' && (
          <Anchor
            href={`#${props.id.slice(ANCHOR_PREFIX.length)}`}
            className="heading-anchor"
            aria-label="Link to this section"
          >
            #
          </Anchor>
        )}
      </div>
    );
  };
};

const Table = (props: ComponentProps<'table'> & ExtraProps) => (
  <ScrollBox label="Table" className="scroll-box">
    <table {...withoutNode(props)} />
  </ScrollBox>
);

/** Larger than any screen: a size in a document must not make the page endless. */
const MAX_PX = 2000;
const pixels = (value: unknown): number | undefined =>
  /^\d+$/.test(String(value)) ? Math.min(Number(value), MAX_PX) : undefined;

/** Without the server, the copy of this browser takes the place of a picture. */
function Image({ alt = '', width, height, src = '', ...props }: ComponentProps<'img'> & ExtraProps) {
  const [copy, setCopy] = useState<{ of: string; address: string }>();
  return (
    <img
      {...withoutNode(props)}
      src={copy?.of === src ? copy.address : src}
      onError={() => void keptPicture(src).then((address) => address && setCopy({ of: src, address }))}
      alt={alt}
      loading="lazy"
      style={{ width: pixels(width), height: pixels(height) }}
    />
  );
}

/** A checkbox of a task list, which can only be changed in the text. */
const Checkbox = ({ checked }: ComponentProps<'input'> & ExtraProps) => (
  <input
    type="checkbox"
    disabled
    readOnly
    checked={checked ?? false}
    aria-label={checked ? 'Done' : 'To do'}
  />
);

export const elements: Components = {
  a: Anchor,
  h1: heading(1),
  h2: heading(2),
  h3: heading(3),
  h4: heading(4),
  h5: heading(5),
  h6: heading(6),
  img: Image,
  input: Checkbox,
  pre: CodeBlock,
  table: Table,
};
