import type { KeyboardEvent, PointerEvent } from 'react';
import { useTranslate } from '../../../shared/i18n/translate.ts';
import { changeLayout } from '../layout.ts';
import {
  columnsOf,
  resized,
  SIZES,
  type Column,
  type Sized,
  type TerminalLayout,
} from '../model/layout.ts';
import styles from './panel-sizes.module.css';

const KEY_STEP = 16;

interface PanelSizesProps {
  readonly layout: TerminalLayout;
  readonly hasMarkets: boolean;
}

/** Edges of the panels that can be drawn wider or higher, with the pointer or the arrow keys. */
export function PanelSizes({ layout, hasMarkets }: PanelSizesProps) {
  const columns = columnsOf(layout, hasMarkets);
  const chart = columns.indexOf('chart');
  return (
    <>
      {columns.map((column, at) =>
        column === 'chart' ? null : (
          <Edge
            key={column}
            name={column}
            area={areaOf(column, layout, hasMarkets)}
            edge={at < chart ? 'right' : 'left'}
            size={layout.sizes[column]}
          />
        ),
      )}
      <Edge name="dock" area="orders" edge="top" size={layout.sizes.dock} />
    </>
  );
}

/** The area of the grid that stands at the column's head. */
function areaOf(column: Column, { frame }: TerminalLayout, hasMarkets: boolean): string {
  if (column === 'side') return 'form';
  return column === 'markets' && frame === 'classic' && !hasMarkets ? 'trades' : column;
}

interface EdgeProps {
  readonly name: Sized;
  readonly area: string;
  /** The edge of the panel: drawing it away from the panel enlarges the panel. */
  readonly edge: 'left' | 'right' | 'top';
  readonly size: number;
}

function Edge({ name, area, edge, size }: EdgeProps) {
  const t = useTranslate();
  const { least, most } = SIZES[name];
  const resize = (next: number): void => changeLayout((layout) => resized(layout, name, next));
  const press = (event: PointerEvent<HTMLDivElement>): void => {
    event.preventDefault();
    const { currentTarget: target, pointerId, clientX, clientY } = event;
    target.setPointerCapture(pointerId);
    target.onpointermove = (to) => {
      const drawn =
        edge === 'top'
          ? clientY - to.clientY
          : (to.clientX - clientX) * (edge === 'right' ? 1 : -1);
      resize(size + drawn);
    };
    target.onlostpointercapture = () => (target.onpointermove = null);
  };
  const pressKey = (event: KeyboardEvent): void => {
    const larger = { right: 'ArrowRight', left: 'ArrowLeft', top: 'ArrowUp' }[edge];
    const smaller = { right: 'ArrowLeft', left: 'ArrowRight', top: 'ArrowDown' }[edge];
    if (event.key !== larger && event.key !== smaller) return;
    event.preventDefault();
    resize(size + (event.key === larger ? KEY_STEP : -KEY_STEP));
  };
  return (
    <div
      className={styles['edge']}
      style={{ gridArea: area }}
      data-edge={edge}
      role="separator"
      tabIndex={0}
      aria-orientation={edge === 'top' ? 'horizontal' : 'vertical'}
      aria-label={t(`layout.size.${name}`)}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      onPointerDown={press}
      onKeyDown={pressKey}
    />
  );
}
