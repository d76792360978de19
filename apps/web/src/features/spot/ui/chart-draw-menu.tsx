import { useState } from 'react';
import { changeTerminal, useTerminalChart } from '../../../shared/chart/chart-store.ts';
import {
  DRAWING_COLOURS,
  DRAWING_TOOLS,
  hasText,
  LONGEST_TEXT,
  type DrawingTool,
} from '../../../shared/chart/drawings.ts';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Switch } from '../../../shared/ui/switch.tsx';
import { changeDrawings, type ChartPage } from './chart-page.ts';
import styles from './chart-menu.module.css';

const SWITCHES = ['isMagnetic', 'areDrawingsLocked', 'areDrawingsHidden'] as const;

/** The drawing tools, their colours, the switches for all drawings, and the list of drawings. */
export function ChartDrawMenu({
  page,
  onDone,
}: {
  readonly page: ChartPage;
  readonly onDone: () => void;
}) {
  const t = useTranslate();
  const [writing, setWriting] = useState<DrawingTool>();
  const terminal = useTerminalChart(page.terminal);
  const { colour } = terminal;
  const draw = (tool: DrawingTool, text?: string): void => {
    page.onDraw({ tool, colour, ...(text === undefined ? {} : { text }) });
    onDone();
  };
  if (writing !== undefined)
    return (
      <TextForm onDone={(text) => (text === '' ? setWriting(undefined) : draw(writing, text))} />
    );
  return (
    <>
      <ul className={styles['list']}>
        {DRAWING_TOOLS.map((tool) => (
          <li key={tool}>
            <button
              type="button"
              className={styles['choice']}
              onClick={() => (hasText(tool) ? setWriting(tool) : draw(tool))}
            >
              {t(`chartTool.tool.${tool}`)}
            </button>
          </li>
        ))}
      </ul>
      <div className={styles['colours']} role="group" aria-label={t('chartTool.colour')}>
        {DRAWING_COLOURS.map((name) => (
          <button
            key={name}
            type="button"
            aria-label={t(`chartTool.colour.${name}`)}
            aria-pressed={name === colour}
            onClick={() => changeTerminal(page.terminal, { colour: name })}
          >
            <span style={{ background: `var(--${name})` }} />
          </button>
        ))}
      </div>
      {SWITCHES.map((name) => (
        <Switch
          key={name}
          label={t(`chartTool.switch.${name}`)}
          isOn={terminal[name]}
          onChange={(isOn) => changeTerminal(page.terminal, { [name]: isOn })}
        />
      ))}
      <Drawings page={page} />
    </>
  );
}

function Drawings({ page: { drawings, marketKey } }: { readonly page: ChartPage }) {
  const t = useTranslate();
  if (drawings.length === 0) return null;
  return (
    <>
      <h3 className={styles['title']}>{t('chartTool.drawings', { count: drawings.length })}</h3>
      <ul className={styles['list']}>
        {drawings.map(({ id, tool, text }, at) => {
          const name = `${t(`chartTool.tool.${tool}`)}${text === undefined ? '' : ` “${text}”`}`;
          return (
            <li key={id} className={styles['row']}>
              <span>{name}</span>
              <button
                type="button"
                className={styles['star']}
                aria-label={t('chartTool.removeDrawing', { name, number: at + 1 })}
                onClick={() =>
                  changeDrawings(marketKey, (list) => list.filter((one) => one.id !== id))
                }
              >
                ✕
              </button>
            </li>
          );
        })}
      </ul>
      <Button isSmall isWide look="danger" onClick={() => changeDrawings(marketKey, () => [])}>
        {t('chartTool.removeAll')}
      </Button>
    </>
  );
}

/** Asks for the text of a drawing. Calls back with '' when the user cancels. */
function TextForm({ onDone }: { readonly onDone: (text: string) => void }) {
  const t = useTranslate();
  const [text, setText] = useState('');
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        onDone(text.trim());
      }}
    >
      <div className={styles['params']}>
        <label>
          {t('chartTool.text')}
          <input
            value={text}
            maxLength={LONGEST_TEXT}
            onChange={({ target }) => setText(target.value)}
          />
        </label>
      </div>
      <div className={styles['pair']}>
        <Button isSmall onClick={() => onDone('')}>
          {t('action.cancel')}
        </Button>
        <Button isSmall look="accent" type="submit" disabled={text.trim() === ''}>
          {t('chartTool.place')}
        </Button>
      </div>
    </form>
  );
}
