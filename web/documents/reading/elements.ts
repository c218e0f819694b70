type Names = keyof HTMLElementTagNameMap;

/** An element with its classes and what stands in it; texts are texts, never markup. */
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

/** Keeps the room of something that comes later. */
export const room = (className: string): HTMLElement => element('div', className);
