import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source file as the rules see it: its text, and its path from the project's root with slashes. */
export type SourceFile = { path: string; text: string };

/** The message for a file that breaks a rule. */
export type Violation = string;

const folders = ['contract', 'server', 'web', 'test', 'e2e', 'bench', 'tools'];
const root = path.resolve(import.meta.dirname, '..');

/** Every handwritten source file: the folders of the code, and the settings of the tools. */
export function readSourceFiles(): SourceFile[] {
  const inFolders = folders.flatMap((folder) => sourcePathsBelow(folder));
  const configFiles = readdirSync(root).filter((name) => name.endsWith('.config.ts'));
  return [...inFolders, ...configFiles].map((file) => ({ path: file, text: readText(file) }));
}

/** Every file of the project except built and installed ones. */
export function listProjectFiles(): string[] {
  const rootFiles = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile());
  return [
    ...[...folders, 'docs'].flatMap((folder) => pathsBelow(folder)),
    ...rootFiles.map(({ name }) => name),
  ];
}

export function readDocuments(): SourceFile[] {
  return listProjectFiles()
    .filter((file) => file.endsWith('.md'))
    .map((file) => ({ path: file, text: readText(file) }));
}

export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export const fileExists = (file: string): boolean => existsSync(path.join(root, file));

export function fileNamesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder));
}

const sourcePathsBelow = (folder: string): string[] =>
  pathsBelow(folder).filter((file) => /\.(ts|tsx|mjs)$/.test(file));

function pathsBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : pathsBelow(file);
    return [file];
  });
}

export const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file);
