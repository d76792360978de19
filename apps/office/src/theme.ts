import type { RaThemeOptions } from 'react-admin';

/** The colours of the customers' application (apps/web): a test compares the two. */
export const PALETTES = {
  night: {
    'bg-0': '#0B0E13',
    'bg-1': '#12161D',
    'bg-2': '#1A202A',
    'bg-3': '#232B37',
    'text-1': '#E9EDF3',
    'text-2': '#A9B4C2',
    'text-3': '#8592A3',
    line: '#2A3340',
    'line-strong': '#6E7D90',
    accent: '#5B9DFF',
    focus: '#8AB8FF',
    'accent-fill': '#2F6FE0',
    warn: '#F2B33D',
    success: '#2BC48A',
    danger: '#FF6B77',
    'success-fill': '#0B7A53',
    'danger-fill': '#C8323F',
    'on-fill': '#FFFFFF',
  },
  day: {
    'bg-0': '#F4F6F9',
    'bg-1': '#FFFFFF',
    'bg-2': '#F7F9FB',
    'bg-3': '#E9EDF2',
    'text-1': '#11161D',
    'text-2': '#47525F',
    'text-3': '#5C6876',
    line: '#DDE3EA',
    'line-strong': '#7B8794',
    accent: '#1D5FD1',
    focus: '#1D5FD1',
    'accent-fill': '#1D5FD1',
    warn: '#8A5A00',
    success: '#08764F',
    danger: '#C02634',
    'success-fill': '#08764F',
    'danger-fill': '#C02634',
    'on-fill': '#FFFFFF',
  },
} as const;

type Colours = Record<keyof (typeof PALETTES)['night'], string>;

const FONT =
  "'Inter var', Inter, 'PingFang SC', 'Hiragino Sans', 'Apple SD Gothic Neo', 'Noto Sans CJK SC', system-ui, sans-serif";
const BORDER = (colours: Colours) => `1px solid ${colours.line}`;

export const NIGHT_THEME = themeOf('dark', PALETTES.night);
export const DAY_THEME = themeOf('light', PALETTES.day);

/** Calm and dense: flat panels with thin lines, small tables, one accent. */
function themeOf(mode: 'dark' | 'light', colours: Colours): RaThemeOptions {
  return {
    palette: {
      mode,
      primary: {
        main: colours.accent,
        contrastText: mode === 'dark' ? colours['bg-0'] : colours['on-fill'],
      },
      secondary: { main: colours['text-2'] },
      error: { main: colours.danger },
      warning: { main: colours.warn },
      success: { main: colours.success },
      info: { main: colours.accent },
      background: { default: colours['bg-0'], paper: colours['bg-1'] },
      text: {
        primary: colours['text-1'],
        secondary: colours['text-2'],
        disabled: colours['text-3'],
      },
      divider: colours.line,
      action: { hover: colours['bg-2'], selected: colours['bg-3'], active: colours['text-2'] },
      bulkActionsToolbarBackgroundColor: colours['bg-3'],
    },
    shape: { borderRadius: 4 },
    sidebar: { width: 208, closedWidth: 52 },
    typography: {
      fontFamily: FONT,
      fontSize: 13,
      h5: { fontSize: 20, lineHeight: '28px', fontWeight: 600 },
      h6: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
      subtitle2: { fontSize: 13, lineHeight: '20px', fontWeight: 600 },
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '20px' },
      caption: { fontSize: 12, lineHeight: '16px' },
      button: { textTransform: 'none', fontWeight: 500 },
    },
    components: { ...surfaces(colours), ...controls(colours), ...frame(colours) },
  };
}

function surfaces(colours: Colours): RaThemeOptions['components'] & object {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums lining-nums slashed-zero' },
        a: { color: colours.accent },
        ':focus-visible': { outline: `2px solid ${colours.focus}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
      },
    },
    MuiPaper: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { backgroundImage: 'none' }, rounded: { borderRadius: 8 } },
    },
    MuiCard: { styleOverrides: { root: { border: BORDER(colours) } } },
    MuiMenu: { styleOverrides: { paper: { border: BORDER(colours) } } },
    MuiDialog: {
      defaultProps: { fullWidth: true, maxWidth: 'sm' },
      styleOverrides: { paper: { border: BORDER(colours) } },
    },
    MuiAlert: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { backgroundColor: colours['bg-1'] } },
    },
    MuiTable: { defaultProps: { size: 'small' } },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: colours.line, fontSize: 13, lineHeight: '20px' },
        sizeSmall: { padding: '6px 12px' },
        head: {
          color: colours['text-2'],
          fontWeight: 500,
          backgroundColor: colours['bg-2'],
          whiteSpace: 'nowrap',
        },
      },
    },
    // The progress circle in the bar spins while lists refresh, and has no text of its own.
    MuiCircularProgress: { defaultProps: { 'aria-label': 'Loading' } },
    MuiTooltip: {
      styleOverrides: {
        tooltip: {
          fontSize: 12,
          backgroundColor: colours['bg-3'],
          color: colours['text-1'],
          border: BORDER(colours),
        },
      },
    },
  };
}

function controls(colours: Colours): RaThemeOptions['components'] & object {
  const solid = (fill: string) => ({
    backgroundColor: fill,
    color: colours['on-fill'],
    '&:hover': { backgroundColor: fill, filter: 'brightness(1.08)' },
  });
  const field = {
    defaultProps: { variant: 'outlined', size: 'small', margin: 'dense', fullWidth: true },
  };
  return {
    MuiTextField: field,
    MuiFormControl: field,
    MuiOutlinedInput: {
      styleOverrides: {
        root: { backgroundColor: colours['bg-1'] },
        notchedOutline: { borderColor: colours['line-strong'] },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 32 },
        outlined: { borderColor: colours['line-strong'] },
      },
      variants: [
        { props: { variant: 'contained', color: 'primary' }, style: solid(colours['accent-fill']) },
        { props: { variant: 'contained', color: 'error' }, style: solid(colours['danger-fill']) },
        {
          props: { variant: 'contained', color: 'success' },
          style: solid(colours['success-fill']),
        },
      ],
    },
    MuiChip: {
      defaultProps: { size: 'small', variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 4 } },
    },
    MuiTab: { styleOverrides: { root: { minHeight: 40, textTransform: 'none', minWidth: 72 } } },
    MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  };
}

/**
 * Styles of react-admin's parts: bar, menu, lists and forms. A change is shown only after the
 * server has confirmed it.
 */
function frame(colours: Colours): RaThemeOptions['components'] & object {
  return {
    RaAppBar: {
      defaultProps: { color: 'inherit' },
      styleOverrides: {
        root: {
          '& .RaAppBar-appBar': {
            backgroundColor: colours['bg-1'],
            color: colours['text-1'],
            borderBottom: BORDER(colours),
            borderRadius: 0,
          },
        },
      },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0 },
      styleOverrides: {
        root: {
          backgroundColor: colours['bg-1'],
          color: colours['text-1'],
          borderBottom: BORDER(colours),
        },
      },
    },
    RaSidebar: {
      styleOverrides: { root: { '& .RaSidebar-fixed': { backgroundColor: 'transparent' } } },
    },
    RaMenuItemLink: {
      styleOverrides: {
        root: {
          borderRadius: 4,
          margin: '0 8px',
          minHeight: 36,
          '&.RaMenuItemLink-active': { color: colours.accent, backgroundColor: colours['bg-3'] },
        },
      },
    },
    MuiListItemIcon: { styleOverrides: { root: { minWidth: 32, color: 'inherit' } } },
    RaLayout: {
      styleOverrides: {
        root: { minWidth: 0, '& .RaLayout-content': { minWidth: 0, padding: '16px 16px 48px' } },
      },
    },
    // A wide table scrolls by itself, so that the page does not.
    RaList: { styleOverrides: { root: { '& .RaList-main, & .RaList-content': { minWidth: 0 } } } },
    RaShow: { defaultProps: { queryOptions: { retry: false } } },
    RaEdit: { defaultProps: { mutationMode: 'pessimistic', queryOptions: { retry: false } } },
    RaDataTable: {
      defaultProps: { bulkActionButtons: false },
      styleOverrides: {
        root: {
          '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
          '& .RaDataTable-expandIconCell': { padding: '0 4px' },
        },
      },
    },
    RaListToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
    RaTopToolbar: { styleOverrides: { root: { '&&': { backgroundColor: 'transparent' } } } },
    RaToolbar: {
      styleOverrides: { root: { backgroundColor: 'transparent', borderTop: BORDER(colours) } },
    },
  };
}
