import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A source file as the rules see it: its path from the project's root, with slashes, and its text. */
export type SourceFile = { path: string; text: string };

/** What a rule says about one file that breaks it. */
export type Violation = string;

const rooms = ['contract', 'server', 'web', 'test', 'e2e', 'bench', 'tools'];
const root = path.resolve(import.meta.dirname, '..');

/** Every source file that people write: the rooms, and the settings of the tools beside them. */
export function readSourceFiles(): SourceFile[] {
  const inRooms = rooms.flatMap((room) => sourcePathsBelow(room));
  const beside = readdirSync(root).filter((name) => name.endsWith('.config.ts'));
  return [...inRooms, ...beside].map((file) => ({ path: file, text: readText(file) }));
}

export function readText(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export const fileExists = (file: string): boolean => existsSync(path.join(root, file));

export function fileNamesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder));
}

function sourcePathsBelow(folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcePathsBelow(file);
    return /\.(ts|tsx|mjs)$/.test(entry.name) ? [file] : [];
  });
}

export const isTest = (file: string): boolean => /\.(test|e2e)\.tsx?$/.test(file);
