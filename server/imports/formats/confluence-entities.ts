import { decodeXML } from 'entities/decode';
import { Parser } from 'htmlparser2';

/**
 * `entities.xml` of Confluence: a flat list of database objects. Each has an id, text properties, and properties that
 * reference other objects by id.
 */
export type Entity = {
  id: string;
  kind: string;
  texts: Map<string, string>;
  references: Map<string, string>;
};

const KINDS = new Set([
  'Space',
  'Page',
  'BlogPost',
  'BodyContent',
  'Attachment',
  'Label',
  'Labelling',
  'Comment',
  'ConfluenceUserImpl',
]);

/** The objects that describe pages; undefined for any other file. */
export function readEntities(xml: string): Entity[] | undefined {
  const entities: Entity[] = [];
  let entity: Entity | undefined;
  let property = '';
  /** Path of elements from the object to the current text. */
  let path: string[] = [];
  let text = '';
  let isEntities = false;
  let isCharacters = false;

  const close = () => {
    if (!entity) return;
    const key = path.join('/');
    if (key === 'object/id') entity.id = text.trim();
    else if (key === 'object/property') {
      // CDATA cannot contain its own end mark, so Confluence writes it with a space.
      if (!entity.references.has(property)) entity.texts.set(property, text.replaceAll(']] >', ']]>'));
    } else if (key === 'object/property/id') entity.references.set(property, text.trim());
    else if (key === 'object' && KINDS.has(entity.kind)) entities.push(entity);
  };
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'hibernate-generic') isEntities = true;
        if (name === 'object' && path.length === 0)
          entity = { id: '', kind: attributes['class'] ?? '', texts: new Map(), references: new Map() };
        if (!entity) return;
        path.push(name);
        if (path.length === 2) property = attributes['name'] ?? '';
        text = '';
      },
      ontext(value) {
        text += isCharacters ? value : decodeXML(value);
      },
      oncdatastart() {
        isCharacters = true;
      },
      oncdataend() {
        isCharacters = false;
      },
      onclosetag() {
        if (!entity) return;
        close();
        path.pop();
        if (path.length === 0) {
          entity = undefined;
          path = [];
        }
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(xml);
  return isEntities ? entities : undefined;
}
