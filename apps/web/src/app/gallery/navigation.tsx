import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { LoadMore } from '../../shared/ui/load-more.tsx';
import { Menu, MenuChoice, MenuItem, MenuLink, MenuSeparator } from '../../shared/ui/menu.tsx';
import { Pagination } from '../../shared/ui/pagination.tsx';
import { ProgressSteps } from '../../shared/ui/progress-steps.tsx';
import { Sheet } from '../../shared/ui/sheet.tsx';
import { TabContent, TabSet } from '../../shared/ui/tabs.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { showToast } from '../../shared/ui/toasts.ts';
import { Tooltip } from '../../shared/ui/tooltip.tsx';
import { Frame, Sample } from './sample.tsx';

const TABS = [
  { name: 'current', label: 'Current orders' },
  { name: 'history', label: 'Order history' },
  { name: 'deals', label: 'Deals' },
] as const;
const LANGUAGES = ['English', '한국어', '日本語', '简体中文', '繁體中文', 'Español'];
const nothing = (): void => undefined;

export function NavigationBlock() {
  const [tab, setTab] = useState<(typeof TABS)[number]['name']>('current');
  const [page, setPage] = useState(10);
  const [language, setLanguage] = useState('English');
  return (
    <>
      <Sample name="TabSet" isStacked>
        <TabSet label="Orders" value={tab} onChange={setTab} tabs={TABS}>
          {TABS.map(({ name, label }) => (
            <TabContent key={name} name={name}>
              <p style={{ padding: 12 }}>{label}</p>
            </TabContent>
          ))}
        </TabSet>
      </Sample>
      <Sample name="Menu: choices, and items with links">
        <Menu trigger={language} label={`Language: ${language}`} align="start">
          {LANGUAGES.map((one) => (
            <MenuChoice key={one} isTaken={one === language} onChoose={() => setLanguage(one)}>
              {one}
            </MenuChoice>
          ))}
        </Menu>
        <Menu trigger="138****8000" label="Account 138****8000">
          <MenuLink to="/gallery">{'Account settings'}</MenuLink>
          <MenuItem isDisabled onChoose={nothing}>
            {'Not open yet'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem onChoose={nothing}>{'Log out'}</MenuItem>
        </Menu>
      </Sample>
      <Sample name="Pagination: few, many, narrow" isStacked>
        <Pagination page={1} pageCount={3} onPage={nothing} />
        <Pagination page={page} pageCount={20} onPage={setPage} />
        <Frame width={300}>
          <Pagination page={page} pageCount={20} onPage={setPage} />
        </Frame>
      </Sample>
      <Sample name="LoadMore: plain, busy" isStacked>
        <LoadMore isBusy={false} onClick={nothing} />
        <LoadMore isBusy onClick={nothing} />
      </Sample>
      <Sample name="ProgressSteps" isStacked>
        <ProgressSteps label="Order" steps={['Placed', 'Paid', 'Released']} current={1} />
      </Sample>
    </>
  );
}

const OVERLAYS = ['Dialog', 'Sheet right', 'Sheet left', 'ConfirmDialog'] as const;

export function OverlayBlock() {
  const [open, setOpen] = useState<(typeof OVERLAYS)[number]>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Sample name="They open in the theme of the page">
        {OVERLAYS.map((name) => (
          <Button key={name} onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <Tooltip text="1234.567800001234">
          <Button>{'Tooltip'}</Button>
        </Tooltip>
      </Sample>
      <Sample name="Toasts">
        <Button onClick={() => showToast('success', 'Order placed.')}>{'Success'}</Button>
        <Button
          onClick={() =>
            showToast('error', 'The server cannot be reached. Please check your connection.')
          }
        >
          {'Error'}
        </Button>
        <Button onClick={() => showToast('info', 'Not yet open.')}>{'Information'}</Button>
      </Sample>
      <Dialog
        isOpen={open === 'Dialog'}
        title="Add an address"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{'Cancel'}</Button>
            <Button look="accent" onClick={close}>
              {'Save'}
            </Button>
          </>
        }
      >
        <TextField label="Address" />
      </Dialog>
      <Sheet
        isOpen={open === 'Sheet right' || open === 'Sheet left'}
        title="Markets"
        side={open === 'Sheet left' ? 'left' : 'right'}
        onClose={close}
      >
        <TextField label="Search" />
      </Sheet>
      <ConfirmDialog
        isOpen={open === 'ConfirmDialog'}
        title="Cancel this order?"
        confirmLabel="Cancel order"
        cancelLabel="Keep"
        isBusy={false}
        onConfirm={close}
        onCancel={close}
      >
        <p>{'Buy 0.25 BTC at 95,000.5 USDT. What has not been dealt is cancelled.'}</p>
      </ConfirmDialog>
    </>
  );
}
