import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Abi, Hex } from 'viem';

const require = createRequire(import.meta.url);
const CHAIN = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const CACHE = path.resolve(CHAIN, '../../node_modules/.cache/meridian/contracts');
const SOURCES = ['TestDollar.sol', 'Deceivers.sol'] as const;

export type ContractName = 'TestDollar' | 'SilentDollar' | 'FakeLog' | 'RevertedInside';

export interface CompiledContract {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  readonly contracts?: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }
        >
      >
    >
  >;
}

interface Compiler {
  compile(input: string): string;
  version(): string;
}

/**
 * A contract of packages/chain/contracts. It is compiled again only after a change of its source or
 * the compiler, because loading the compiler takes seconds.
 */
export function compiledContract(name: ContractName): CompiledContract {
  const found = compiledContracts()[name];
  if (found === undefined) throw new Error(`no contract ${name}`);
  return found;
}

/**
 * Compiles missing contracts in a process of its own: the compiler takes seconds and 200 MB, which
 * the server should not spend.
 */
export async function contractsReady(): Promise<void> {
  if (existsSync(compiledFile().file)) return;
  await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url)]);
}

function compiledFile(): {
  readonly file: string;
  readonly sources: readonly (readonly [name: string, content: string])[];
} {
  const sources = SOURCES.map(
    (name) => [name, readFileSync(path.join(CHAIN, 'contracts', name), 'utf8')] as const,
  );
  const { version } = require('solc/package.json') as { version: string };
  const digest = createHash('sha256')
    .update(JSON.stringify([version, sources]))
    .digest('hex');
  return { file: path.join(CACHE, `${digest.slice(0, 32)}.json`), sources };
}

function compiledContracts(): Readonly<Record<string, CompiledContract>> {
  const { file, sources } = compiledFile();
  if (existsSync(file))
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, CompiledContract>;
  const compiled = compile(
    Object.fromEntries(sources.map(([name, content]) => [name, { content }])),
  );
  mkdirSync(CACHE, { recursive: true });
  // Two test files may compile at the same time: the later one writes the same content.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(compiled));
  renameSync(draft, file);
  return compiled;
}

function compile(
  sources: Readonly<Record<string, { content: string }>>,
): Record<string, CompiledContract> {
  const solc = require('solc') as Compiler;
  const settings = {
    optimizer: { enabled: true },
    evmVersion: 'paris',
    outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
  };
  const output = JSON.parse(
    solc.compile(JSON.stringify({ language: 'Solidity', sources, settings })),
  ) as CompilerOutput;
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const compiled: Record<string, CompiledContract> = {};
  for (const contracts of Object.values(output.contracts ?? {})) {
    for (const [name, { abi, evm }] of Object.entries(contracts))
      compiled[name] = { abi, bytecode: `0x${evm.bytecode.object}` };
  }
  return compiled;
}

if (import.meta.main) compiledContracts();
