import { csvText } from '@meridian/contract/csv-text';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from '../i18n/translate.ts';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toasts.ts';

const CSV = 'text/csv;charset=utf-8';
/** The exchange's time zone, in which wire times are. */
const ZONE = 'UTC+8';

/** A column of a file: plain decimals and ids, for programs. */
export interface ExportColumn<Row> {
  readonly header: string;
  readonly text: (row: Row) => string;
  /** Whether it has wire times: the heading then names the zone. */
  readonly isTime?: boolean;
}

interface ExportButtonProps<Row> {
  /** Name of the file, without its ending. */
  readonly name: string;
  readonly columns: readonly ExportColumn<Row>[];
  /** See `allRows`. */
  readonly rows: () => Promise<readonly Row[]>;
}

/** Exports a whole history as a CSV file, with cells escaped that a spreadsheet would run. */
export function ExportButton<Row>({ name, columns, rows: fetchRows }: ExportButtonProps<Row>) {
  const t = useTranslate();
  const { mutate, isPending } = useMutation({
    mutationFn: fetchRows,
    onSuccess: (rows) => {
      const head = columns.map(({ header, isTime }) =>
        isTime === true && !header.includes(ZONE) ? `${header} (${ZONE})` : header,
      );
      saveFile(
        `${name}.csv`,
        csvText([head, ...rows.map((row) => columns.map(({ text }) => text(row)))]),
        CSV,
      );
    },
    onError: (error) => showToast('error', error.message),
  });
  return (
    <Button isSmall isBusy={isPending} onClick={() => mutate()}>
      {t('wallet.export')}
    </Button>
  );
}
