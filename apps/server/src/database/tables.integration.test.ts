import { join } from 'node:path';
import { sql } from 'kysely';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTemporaryDatabase, type TemporaryDatabase } from './temporary-database.ts';

// The types of the tables are written by hand, and no compiler knows the schema: the two are
// compared here.

/** Types of the values that the driver returns (`pgTypes`), by PostgreSQL's name of the type. */
const VALUES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  _int4: 'number[]',
  int8: 'bigint',
  _int8: 'bigint[]',
  numeric: 'string',
  text: 'string',
  _text: 'string[]',
  timestamptz: 'Date',
  uuid: 'string',
  _uuid: 'string[]',
};
/** Read and written by migrate.ts alone, without types. */
const UNTYPED = 'schema_migrations';

/** A column of either side, in the words of TypeScript. */
interface Column {
  readonly value: string;
  readonly isNullable: boolean;
  /** Whether an insert may leave it out. */
  readonly isOptional: boolean;
}
type Columns = ReadonlyMap<string, Column>;

let database: TemporaryDatabase;
beforeAll(async () => {
  database = await openTemporaryDatabase();
});
afterAll(() => database?.remove());

/** The columns that the migrations make, by `table.column`. */
async function migratedColumns(): Promise<Columns> {
  const { rows } = await sql<{ name: string; type: string; nullable: boolean; given: boolean }>`
    select table_name || '.' || column_name as name, udt_name as type,
      is_nullable = 'YES' as nullable,
      column_default is not null or is_identity = 'YES' or is_generated = 'ALWAYS' as given
    from information_schema.columns
    where table_schema = 'public' and table_name <> ${UNTYPED}`.execute(database.queries);
  return new Map(
    rows.map(({ name, type, nullable, given }) => [
      name,
      { value: VALUES[type] ?? type, isNullable: nullable, isOptional: given || nullable },
    ]),
  );
}

/** The columns of the type `Tables`, by `table.column`. */
function typedColumns(): Columns {
  const root = join(import.meta.dirname, '../../../..');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const file = join(import.meta.dirname, 'tables.ts');
  const program = ts.createProgram([file], { ...options, composite: false, noEmit: true });
  const checker = program.getTypeChecker();
  const alias = program
    .getSourceFile(file)
    ?.statements.find((each) => ts.isTypeAliasDeclaration(each) && each.name.text === 'Tables');
  if (alias === undefined) throw new Error(`there is no type Tables in ${file}`);
  return new Map(
    checker
      .getTypeAtLocation(alias)
      .getProperties()
      .flatMap((table) =>
        checker
          .getTypeOfSymbol(table)
          .getProperties()
          .map((column) => [
            `${table.name}.${column.name}`,
            columnOf(checker, checker.getTypeOfSymbol(column)),
          ]),
      ),
  );
}

/** A column in words. */
function told(column: Column | undefined): string {
  if (column === undefined) return 'none';
  const { value, isNullable, isOptional } = column;
  return `${value}${isNullable ? ' | null' : ''}${isOptional ? ', optional' : ''}`;
}

function columnOf(checker: ts.TypeChecker, declared: ts.Type): Column {
  const includes = (type: ts.Type, flag: ts.TypeFlags): boolean =>
    (type.isUnion() ? type.types : [type]).some(({ flags }) => (flags & flag) !== 0);
  const bare = checker.getNonNullableType(declared);
  /** A part of Kysely's `ColumnType`; other types are the same in all parts. */
  const part = (name: string): ts.Type => {
    const property = bare.getProperty(name);
    return property === undefined ? declared : checker.getTypeOfSymbol(property);
  };
  const [selected, inserted] = [part('__select__'), part('__insert__')];
  const value = checker.getBaseTypeOfLiteralType(checker.getNonNullableType(selected));
  const isNullable = [declared, selected].some((type) => includes(type, ts.TypeFlags.Null));
  return {
    value: checker.typeToString(value).replace(/<ArrayBufferLike>$/, ''),
    isNullable,
    isOptional: isNullable || includes(inserted, ts.TypeFlags.Undefined),
  };
}

test(
  'every table and column has the type that its migrations made',
  { timeout: 60_000 },
  async () => {
    const [migrated, typed] = [await migratedColumns(), typedColumns()];
    const differences = [...new Set([...migrated.keys(), ...typed.keys()])]
      .sort()
      .flatMap((name) => {
        const [made, known] = [migrated.get(name), typed.get(name)];
        // The content of a JSON document is known to its type alone.
        const isSame =
          made !== undefined &&
          known !== undefined &&
          (made.value === 'jsonb' || made.value === known.value) &&
          made.isNullable === known.isNullable &&
          (made.isOptional || !known.isOptional);
        return isSame ? [] : [`${name}: migrations ${told(made)}, types ${told(known)}`];
      });
    expect(differences).toEqual([]);
  },
);
