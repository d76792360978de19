import { useEffect, useState, type ComponentType } from 'react';
import { useSearchParams } from 'react-router';
import { DIRECTION_PRESETS, type DirectionPreset, type Theme } from '../../shared/styles/tokens.ts';
import { changeTheme, useLook } from '../../shared/theme.ts';
import { Segments } from '../../shared/ui/segments.tsx';
import { ButtonBlock, ChoiceBlock, FieldBlock } from './controls.tsx';
import { FigureBlock, ColourBlock, TypeBlock } from './figures.tsx';
import styles from './gallery-page.module.css';
import { NavigationBlock, OverlayBlock } from './navigation.tsx';
import { StateBlock, TableBlock } from './panels.tsx';

/** Stable: visual tests find the blocks by these ids. */
const BLOCKS: readonly {
  readonly id: string;
  readonly title: string;
  readonly Block: ComponentType;
  readonly isWide?: boolean;
}[] = [
  { id: 'colours', title: 'Colours', Block: ColourBlock },
  { id: 'type', title: 'Type', Block: TypeBlock },
  { id: 'buttons', title: 'Buttons', Block: ButtonBlock },
  { id: 'fields', title: 'Fields', Block: FieldBlock },
  { id: 'choices', title: 'Choices', Block: ChoiceBlock },
  { id: 'navigation', title: 'Navigation', Block: NavigationBlock },
  { id: 'figures', title: 'Figures', Block: FigureBlock },
  { id: 'tables', title: 'Tables', Block: TableBlock, isWide: true },
  { id: 'states', title: 'States', Block: StateBlock },
  { id: 'overlays', title: 'Overlays', Block: OverlayBlock },
];
const THEMES: readonly Theme[] = ['night', 'day'];
const PRESETS = Object.keys(DIRECTION_PRESETS) as DirectionPreset[];

/**
 * Every component in its states, in both themes side by side. For development only: its route is
 * not in the production build. `?direction=red-up` chooses the colours of rises and falls. Overlays
 * have the page's own theme.
 */
export function GalleryPage() {
  const [search, setSearch] = useSearchParams();
  const pageTheme = useLook((look) => look.theme);
  const [direction, setDirection] = useState<DirectionPreset>(
    PRESETS.find((preset) => preset === search.get('direction')) ?? 'green-up',
  );
  useEffect(() => {
    document.title = 'Gallery';
  }, []);
  const choose = (preset: DirectionPreset): void => {
    setDirection(preset);
    setSearch({ direction: preset }, { replace: true });
  };
  return (
    <div className={styles['gallery']}>
      <h1>{'Gallery'}</h1>
      <div className={styles['tools']}>
        <Segments
          isFilled
          label="Direction colours"
          value={direction}
          onChange={choose}
          options={PRESETS.map((name) => ({ name, label: name }))}
        />
        <Segments
          isFilled
          label="Theme of the page"
          value={pageTheme}
          onChange={changeTheme}
          options={THEMES.map((name) => ({ name, label: name }))}
        />
      </div>
      {BLOCKS.map(({ id, title, Block, isWide }) => (
        <section key={id} id={id} className={styles['block']} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          <div className={styles['themes']} data-wide={isWide}>
            {THEMES.map((theme) => (
              <div
                key={theme}
                className={styles['theme']}
                data-theme={theme}
                data-direction={direction}
              >
                <Block />
              </div>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
