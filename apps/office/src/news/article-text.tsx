import BoldIcon from '@mui/icons-material/FormatBold';
import BulletsIcon from '@mui/icons-material/FormatListBulleted';
import ClearIcon from '@mui/icons-material/FormatClear';
import CodeIcon from '@mui/icons-material/Code';
import ImageIcon from '@mui/icons-material/ImageOutlined';
import ItalicIcon from '@mui/icons-material/FormatItalic';
import LinkIcon from '@mui/icons-material/Link';
import NumbersIcon from '@mui/icons-material/FormatListNumbered';
import QuoteIcon from '@mui/icons-material/FormatQuote';
import UnderlineIcon from '@mui/icons-material/FormatUnderlined';
import { ARTICLE_LINK } from '@meridian/contract/news/article-html';
import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  MenuItem,
  Select,
  TextField,
  ToggleButton,
} from '@mui/material';
import {
  DefaultEditorOptions,
  RichTextInput,
  RichTextInputToolbar,
  useEditorSelection,
  useTiptapEditor,
} from 'ra-input-rich-text';
import { TextInput, useNotify } from 'react-admin';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { FilePicker } from './file-picker.tsx';
import { uploadPicture } from './upload-picture.ts';

/**
 * The label is outside of the editable element: screen readers need the name on the element too.
 */
const NAMED_EDITOR = {
  ...DefaultEditorOptions,
  editorProps: { attributes: { 'aria-label': 'Text of the article' } },
};
const HEADINGS = [2, 3, 4] as const;

/**
 * Commands of the extensions that the editor includes. Its own types know them only where those
 * packages are imported.
 */
interface Change {
  run(): boolean;
  toggleBold(): Change;
  toggleItalic(): Change;
  toggleUnderline(): Change;
  toggleCode(): Change;
  toggleBulletList(): Change;
  toggleOrderedList(): Change;
  toggleBlockquote(): Change;
  setParagraph(): Change;
  setHeading(heading: { level: (typeof HEADINGS)[number] }): Change;
  extendMarkRange(mark: string): Change;
  setLink(link: { href: string }): Change;
  unsetLink(): Change;
  setImage(image: { src: string }): Change;
  clearNodes(): Change;
  unsetAllMarks(): Change;
}

type Editor = ReturnType<typeof useTiptapEditor>;

/** Starts a change at the cursor. */
function changeOf(editor: Editor): Change {
  return editor.chain().focus() as unknown as Change;
}

/**
 * The text of an article. The toolbar offers the formats that the server keeps; the HTML view
 * covers elements that the editor cannot draw, like tables.
 */
export function ArticleText({
  source,
  label,
}: {
  readonly source: string;
  readonly label: string;
}) {
  const [isHtml, setHtml] = useState(false);
  return (
    <Box sx={{ width: '100%', minWidth: 0 }}>
      {isHtml ? (
        <TextInput
          source={source}
          label={`${label} (HTML)`}
          multiline
          minRows={12}
          maxRows={30}
          helperText="Scripts, styles and pictures from elsewhere are taken out."
          slotProps={{ htmlInput: { sx: { fontFamily: 'monospace', fontSize: 12 } } }}
        />
      ) : (
        <RichTextInput
          source={source}
          label={label}
          toolbar={<ArticleToolbar />}
          editorOptions={NAMED_EDITOR}
          sx={{
            '& .RaRichTextInput-editorContent > div': {
              minHeight: 240,
              maxHeight: 560,
              overflowY: 'auto',
            },
            '& img': { maxWidth: '100%' },
          }}
        />
      )}
      <Button size="small" onClick={() => setHtml(!isHtml)}>
        {isHtml ? 'Edit as text' : 'Edit as HTML'}
      </Button>
    </Box>
  );
}

function ArticleToolbar() {
  // Null before the editor is ready, though its type does not say so.
  const editor = useTiptapEditor() as Editor | null;
  // Renders the buttons again when the cursor moves.
  useEditorSelection();
  return (
    <RichTextInputToolbar>
      {editor === null ? <Box sx={{ height: 32 }} /> : <Tools editor={editor} />}
    </RichTextInputToolbar>
  );
}

interface ToolsProps {
  readonly editor: Editor;
}

function Tools({ editor }: ToolsProps) {
  const change = () => changeOf(editor);
  return (
    <>
      <BlockSelect editor={editor} />
      <Tool
        label="Bold"
        isOn={editor.isActive('bold')}
        press={() => change().toggleBold().run()}
        icon={<BoldIcon />}
      />
      <Tool
        label="Italic"
        isOn={editor.isActive('italic')}
        press={() => change().toggleItalic().run()}
        icon={<ItalicIcon />}
      />
      <Tool
        label="Underline"
        isOn={editor.isActive('underline')}
        press={() => change().toggleUnderline().run()}
        icon={<UnderlineIcon />}
      />
      <Tool
        label="Code"
        isOn={editor.isActive('code')}
        press={() => change().toggleCode().run()}
        icon={<CodeIcon />}
      />
      <Tool
        label="Bullets"
        isOn={editor.isActive('bulletList')}
        press={() => change().toggleBulletList().run()}
        icon={<BulletsIcon />}
      />
      <Tool
        label="Numbers"
        isOn={editor.isActive('orderedList')}
        press={() => change().toggleOrderedList().run()}
        icon={<NumbersIcon />}
      />
      <Tool
        label="Quote"
        isOn={editor.isActive('blockquote')}
        press={() => change().toggleBlockquote().run()}
        icon={<QuoteIcon />}
      />
      <LinkTool editor={editor} />
      <PictureTool editor={editor} />
      <Tool
        label="Plain text"
        isOn={false}
        press={() => change().clearNodes().unsetAllMarks().run()}
        icon={<ClearIcon />}
      />
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly icon: ReactNode;
  press(): unknown;
}

function Tool({ label, isOn, icon, press }: ToolProps) {
  return (
    <ToggleButton
      value={label}
      aria-label={label}
      title={label}
      selected={isOn}
      size="small"
      onClick={() => press()}
      sx={{ width: 32, height: 32, border: 0 }}
    >
      {icon}
    </ToggleButton>
  );
}

function BlockSelect({ editor }: ToolsProps) {
  const level = HEADINGS.find((one) => editor.isActive('heading', { level: one })) ?? 0;
  const set = (wanted: number): void => {
    const heading = HEADINGS.find((one) => one === wanted);
    if (heading === undefined) changeOf(editor).setParagraph().run();
    else changeOf(editor).setHeading({ level: heading }).run();
  };
  return (
    <Select
      value={level}
      onChange={({ target }) => set(Number(target.value))}
      SelectDisplayProps={{ 'aria-label': 'Kind of paragraph' }}
      size="small"
      sx={{ height: 32, minWidth: 128, m: 0 }}
    >
      <MenuItem value={0}>Paragraph</MenuItem>
      {HEADINGS.map((one) => (
        <MenuItem key={one} value={one}>
          Heading {one - 1}
        </MenuItem>
      ))}
    </Select>
  );
}

function LinkTool({ editor }: ToolsProps) {
  const [isAsking, setAsking] = useState(false);
  const isOn = editor.isActive('link');
  const change = () => changeOf(editor).extendMarkRange('link');
  return (
    <>
      <Tool
        label={isOn ? 'Remove the link' : 'Link'}
        isOn={isOn}
        press={() => (isOn ? change().unsetLink().run() : setAsking(true))}
        icon={<LinkIcon />}
      />
      {isAsking && (
        <LinkDialog
          set={(href) => change().setLink({ href }).run()}
          close={() => setAsking(false)}
        />
      )}
    </>
  );
}

function LinkDialog({ set, close }: { set(address: string): unknown; close(): void }) {
  const [address, setAddress] = useState('');
  const isLink = ARTICLE_LINK.test(address);
  const put = (event: FormEvent): void => {
    // The dialog is outside of the article's form in the DOM, but React's events bubble into it.
    event.preventDefault();
    event.stopPropagation();
    if (!isLink) return;
    set(address);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      aria-label="Link"
      slotProps={{ paper: { component: 'form', onSubmit: put } }}
    >
      <DialogContent>
        <TextField
          label="Where does the link lead?"
          helperText="https://…, mailto:… or a page of the site, like /help"
          value={address}
          onChange={({ target }) => setAddress(target.value.trim())}
          autoFocus
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="contained" disabled={!isLink}>
          Set link
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function PictureTool({ editor }: ToolsProps) {
  const notify = useNotify();
  const picker = useRef<HTMLInputElement>(null);
  const put = async (file: File): Promise<void> => {
    try {
      changeOf(editor)
        .setImage({ src: await uploadPicture(file) })
        .run();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  return (
    <>
      <Tool
        label="Picture"
        isOn={false}
        press={() => picker.current?.click()}
        icon={<ImageIcon />}
      />
      <FilePicker
        picker={picker}
        label="Picture in the text: file"
        take={(file) => void put(file)}
      />
    </>
  );
}
