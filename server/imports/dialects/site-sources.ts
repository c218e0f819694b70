/** Addresses that a program of Docusaurus works out, as they stand in its zip. */

/** `src={useBaseUrl('/img/a.png')}`, `src={require('./a.png').default}`, `sources={{ light: useBaseUrl('/img/a.png'), … }}` */
export const SOURCE =
  /\b(src|img|image|href|to|sources)=\{\{?([^{}"'`\n]{0,200})["'`]([^"'`{}\n]{1,1000})["'`][^{}]{0,1000}\}{1,2}/g;

/** An attribute with a plain address. That of `useBaseUrl` is from the top of the site. */
export function plainSource(name: string, program: string, path: string): string {
  const isFromTop = program.includes('useBaseUrl') && !path.startsWith('/');
  return `${name === 'href' || name === 'to' ? 'href' : 'src'}="${isFromTop ? '/' : ''}${inZip(path)}"`;
}

/** `@site/` is the top of the zip. */
export const inZip = (path: string): string => path.replace(/^(?:@site|pathname:\/\/)(?=\/)/, '');

/** `src={plan}` of an imported picture. */
export const PICTURE_NAME = /\b(src|img|href)=\{(\w{1,100})\}/g;

/** The attributes of a tag with plain addresses. `pictures`: imported ones by their names in the program. */
export const plainSources = (attributes: string, pictures: Map<string, string>): string =>
  attributes
    .replaceAll(SOURCE, (_, name: string, program: string, path: string) => plainSource(name, program, path))
    .replaceAll(PICTURE_NAME, (whole, name: string, picture: string) => {
      const path = pictures.get(picture);
      return path === undefined ? whole : plainSource(name, '', path);
    });
