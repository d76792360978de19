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
import { Box, Button, MenuItem, Select, ToggleButton } from '@mui/material';
import { RichTextInput, RichTextInputToolbar, useEditorSelection, useTiptapEditor } from 'ra-input-rich-text';
import { TextInput, useNotify } from 'react-admin';
import { useRef, useState, type ReactNode } from 'react';
import { PICTURE_TYPES, uploadPicture } from './upload-picture.ts';

const HEADINGS = [2, 3, 4] as const;

/** The text of an article. The toolbar offers what the server keeps; HTML is there for what the editor cannot draw, like tables. */
export function ArticleText({ source, label }: { readonly source: string; readonly label: string }) {
  const [isHtml, setHtml] = useState(false);
  return (
    <Box sx={{ width: '100%', minWidth: 0 }}>
      {isHtml ? (
        <TextInput source={source} label={`${label} (HTML)`} multiline minRows={12} maxRows={30} helperText="Scripts, styles and pictures from elsewhere are taken out." slotProps={{ htmlInput: { sx: { fontFamily: 'monospace', fontSize: 12 } } }} />
      ) : (
        <RichTextInput source={source} label={label} toolbar={<ArticleToolbar />} sx={{ '& .RaRichTextInput-editorContent > div': { minHeight: 240, maxHeight: 560, overflowY: 'auto' }, '& img': { maxWidth: '100%' } }} />
      )}
      <Button size="small" onClick={() => setHtml(!isHtml)}>
        {isHtml ? 'Edit as text' : 'Edit as HTML'}
      </Button>
    </Box>
  );
}

function ArticleToolbar() {
  const editor = useTiptapEditor();
  // Paints the buttons anew when the cursor moves.
  useEditorSelection();
  if (editor === null || editor === undefined) return null;
  const change = () => editor.chain().focus();
  return (
    <RichTextInputToolbar>
      <BlockSelect />
      <Tool label="Bold" isOn={editor.isActive('bold')} press={() => change().toggleBold().run()} icon={<BoldIcon />} />
      <Tool label="Italic" isOn={editor.isActive('italic')} press={() => change().toggleItalic().run()} icon={<ItalicIcon />} />
      <Tool label="Underline" isOn={editor.isActive('underline')} press={() => change().toggleUnderline().run()} icon={<UnderlineIcon />} />
      <Tool label="Code" isOn={editor.isActive('code')} press={() => change().toggleCode().run()} icon={<CodeIcon />} />
      <Tool label="Bullets" isOn={editor.isActive('bulletList')} press={() => change().toggleBulletList().run()} icon={<BulletsIcon />} />
      <Tool label="Numbers" isOn={editor.isActive('orderedList')} press={() => change().toggleOrderedList().run()} icon={<NumbersIcon />} />
      <Tool label="Quote" isOn={editor.isActive('blockquote')} press={() => change().toggleBlockquote().run()} icon={<QuoteIcon />} />
      <LinkTool />
      <PictureTool />
      <Tool label="Plain text" isOn={false} press={() => change().clearNodes().unsetAllMarks().run()} icon={<ClearIcon />} />
    </RichTextInputToolbar>
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
    <ToggleButton value={label} aria-label={label} title={label} selected={isOn} size="small" onClick={() => press()} sx={{ width: 32, height: 32, border: 0 }}>
      {icon}
    </ToggleButton>
  );
}

function BlockSelect() {
  const editor = useTiptapEditor();
  const level = HEADINGS.find((one) => editor?.isActive('heading', { level: one })) ?? 0;
  const set = (wanted: number): void => {
    const heading = HEADINGS.find((one) => one === wanted);
    if (heading === undefined) editor?.chain().focus().setParagraph().run();
    else editor?.chain().focus().setHeading({ level: heading }).run();
  };
  return (
    <Select value={level} onChange={({ target }) => set(Number(target.value))} inputProps={{ 'aria-label': 'Kind of paragraph' }} size="small" fullWidth={false} sx={{ height: 32, minWidth: 128, m: 0 }}>
      <MenuItem value={0}>Paragraph</MenuItem>
      {HEADINGS.map((one) => (
        <MenuItem key={one} value={one}>
          Heading {one - 1}
        </MenuItem>
      ))}
    </Select>
  );
}

function LinkTool() {
  const editor = useTiptapEditor();
  const isOn = editor?.isActive('link') ?? false;
  const press = (): void => {
    if (isOn) {
      editor?.chain().focus().extendMarkRange('link').unsetLink().run();
      return;
    }
    const address = window.prompt('Where does the link lead? https://…, mailto:… or a page like /help')?.trim() ?? '';
    if (address !== '') editor?.chain().focus().extendMarkRange('link').setLink({ href: address }).run();
  };
  return <Tool label={isOn ? 'Remove the link' : 'Link'} isOn={isOn} press={press} icon={<LinkIcon />} />;
}

function PictureTool() {
  const editor = useTiptapEditor();
  const notify = useNotify();
  const picker = useRef<HTMLInputElement>(null);
  const put = async (file: File): Promise<void> => {
    try {
      editor?.chain().focus().setImage({ src: await uploadPicture(file) }).run();
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    }
  };
  return (
    <>
      <Tool label="Picture" isOn={false} press={() => picker.current?.click()} icon={<ImageIcon />} />
      <input
        ref={picker}
        type="file"
        accept={PICTURE_TYPES}
        hidden
        aria-label="Picture in the text: file"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file !== undefined) void put(file);
        }}
      />
    </>
  );
}
