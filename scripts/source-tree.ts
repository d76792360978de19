import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** One TypeScript file of the project, parsed. */
export interface SourceFile {
  /** Relative to the root, with slashes. */
  readonly name: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
}

/** Every TypeScript file that belongs to the project: tracked, or new and not ignored. */
export function sourceFiles(): SourceFile[] {
  return projectFiles()
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    .map((name) => {
      const text = readFileSync(path.join(ROOT, name), 'utf8');
      const tree = ts.createSourceFile(
        name,
        text,
        ts.ScriptTarget.Latest,
        true,
        name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
      );
      return { name, lines: text.split('\n').length - 1, tree };
    });
}

/**
 * Every file of the project. Throws without git (an unpacked archive), since the list comes from
 * git.
 */
export function projectFiles(): string[] {
  const listing = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 64e6 },
  );
  return listing.split('\0').filter((name) => name !== '' && existsSync(path.join(ROOT, name)));
}

export function isTest(name: string): boolean {
  return /\.test\.tsx?$/.test(name);
}

/** Calls `visit` with every node of a file. */
export function walk(file: SourceFile, visit: (node: ts.Node) => void): void {
  const step = (node: ts.Node): void => {
    visit(node);
    ts.forEachChild(node, step);
  };
  step(file.tree);
}

/** `file:line`, which editors and terminals can open. */
export function place(file: SourceFile, node: ts.Node): string {
  return `${file.name}:${file.tree.getLineAndCharacterOfPosition(node.getStart(file.tree)).line + 1}`;
}

/**
 * Files of the project that a file names: imports, and strings that are paths (workers, assets),
 * since both keep a file alive.
 */
export function references(file: SourceFile): string[] {
  const found: string[] = [];
  walk(file, (node) => {
    if (!ts.isStringLiteralLike(node)) return;
    const target = resolve(file.name, node.text);
    if (target !== undefined) found.push(target);
  });
  return found;
}

function resolve(from: string, specifier: string): string | undefined {
  const inWorkspace = /^@meridian\/([^/]+)\/(.+)$/.exec(specifier);
  if (inWorkspace) {
    const [, workspace = '', file = ''] = inWorkspace;
    return `packages/${workspace}/src/${file}.ts`;
  }
  if (!specifier.startsWith('.')) return undefined;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
}
