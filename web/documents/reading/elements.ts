type Names = keyof HTMLElementTagNameMap;

/** An element with classes and children. Strings become text nodes, never markup. */
export function element<Name extends Names>(
  name: Name,
  className = '',
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.className = className;
  made.append(...children);
  return made;
}

/** Reserves space for content that arrives later. */
export const emptySpace = (className: string): HTMLElement => element('div', className);
