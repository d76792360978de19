import { SETTING_LENGTH } from '@meridian/contract/site/settings';
import { Box, Button, MenuItem, Skeleton, Stack, TextField } from '@mui/material';
import { useState, type FormEvent } from 'react';
import { Title, useGetList, useLogoutIfAccessDenied, useNotify, useRefresh } from 'react-admin';
import { call } from '../http.ts';
import { DecimalField } from '../shared/decimal-field.tsx';
import { LoadFailed } from '../shared/load-failed.tsx';
import { Panel } from '../shared/panel.tsx';
import { isProposed, type Proposed } from '../shared/proposed.ts';
import { useNotifyAnswer } from '../shared/use-saved-notice.ts';
import { SETTING_GROUPS, type Setting, type SettingGroup } from './setting-groups.ts';

type Values = Readonly<Record<string, string>>;
type Stored = Readonly<Record<string, { readonly value: string; readonly set_time: string }>>;

/** Site settings. Each group is saved separately. */
export function SettingsPage() {
  const { data, error, refetch } = useGetList<{ id: string; value: string; set_time: string }>(
    'settings',
    { pagination: { page: 1, perPage: 1000 } },
    { retry: false },
  );
  const stored =
    data === undefined ? undefined : Object.fromEntries(data.map((row) => [row.id, row]));
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { lg: 'repeat(2, minmax(0, 1fr))' },
        alignItems: 'start',
        maxWidth: 1200,
      }}
    >
      <Title title="Site settings" />
      {error !== null && stored === undefined ? (
        <LoadFailed error={error} retry={() => void refetch()} />
      ) : (
        SETTING_GROUPS.map((group) => (
          <Panel key={group.title} title={group.title}>
            {stored === undefined ? (
              <Waiting count={group.settings.length} />
            ) : (
              <GroupForm group={group} stored={stored} />
            )}
          </Panel>
        ))
      )}
    </Box>
  );
}

function Waiting({ count }: { readonly count: number }) {
  return (
    <Stack sx={{ px: 2, pb: 2, gap: 3 }}>
      {Array.from({ length: count }, (_none, index) => (
        <Skeleton key={index} variant="rounded" height={40} />
      ))}
    </Stack>
  );
}

function GroupForm({ group, stored }: { readonly group: SettingGroup; readonly stored: Stored }) {
  const [draft, setDraft] = useState<Values>({});
  const [reason, setReason] = useState('');
  const { faults, isBusy, save } = useSaving();
  const changed = group.settings.filter(
    ({ key, isDated = false }) =>
      draft[key] !== undefined && (isDated || draft[key] !== stored[key]?.value),
  );
  const isReady = changed.length > 0 && reason.trim() !== '' && !isBusy;
  const undo = (): void => {
    setDraft({});
    setReason('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReady) return;
    // A proposal changes nothing yet: the fields return to the present values.
    void save(
      changed.map(({ key }) => ({ key, value: draft[key] ?? '', reason: reason.trim() })),
    ).then((isDone) => isDone && undo());
  };
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ px: 2, pb: 2, display: 'grid', gap: 1 }}
    >
      {group.settings.map((setting) => (
        <SettingField
          key={setting.key}
          setting={setting}
          value={draft[setting.key] ?? stored[setting.key]?.value ?? ''}
          fault={faults[setting.key]}
          setTime={stored[setting.key]?.set_time ?? ''}
          set={(value) => setDraft({ ...draft, [setting.key]: value })}
        />
      ))}
      {changed.length > 0 && (
        <TextField
          label="Reason"
          helperText="Another operator decides on the change, and reads this."
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 300, autoComplete: 'off' } }}
          required
        />
      )}
      <Stack direction="row" sx={{ gap: 1 }}>
        <Button type="submit" variant="contained" disabled={!isReady} aria-busy={isBusy}>
          Propose
        </Button>
        <Button onClick={undo} disabled={changed.length === 0 || isBusy}>
          Undo
        </Button>
      </Stack>
    </Box>
  );
}

interface SettingFieldProps {
  readonly setting: Setting;
  readonly value: string;
  readonly fault: string | undefined;
  /** Time of the last change; '' if never set. */
  readonly setTime: string;
  set(value: string): void;
}

function SettingField({
  setting: { label, help, kind, choices, isDated = false },
  value,
  fault,
  setTime,
  set,
}: SettingFieldProps) {
  if (isDated) {
    return (
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 220px' }}>
          <DecimalField
            label={label}
            helperText={setTime === '' ? `${help} It was never set.` : `${help} Set at ${setTime}.`}
            error={fault}
            value={value}
            onChange={set}
          />
        </Box>
        <Button onClick={() => set(value)} disabled={value === ''} sx={{ mt: 1 }}>
          Confirm as it is
        </Button>
      </Stack>
    );
  }
  if (kind === 'decimal')
    return (
      <DecimalField label={label} helperText={help} error={fault} value={value} onChange={set} />
    );
  const isWords = kind === 'words';
  const inputMode = kind === 'whole' ? 'numeric' : kind === 'link' ? 'url' : undefined;
  return (
    <TextField
      label={label}
      helperText={fault ?? help}
      error={fault !== undefined}
      value={value}
      onChange={({ target }) => set(isWords ? target.value : target.value.trim())}
      select={choices !== undefined}
      multiline={isWords}
      slotProps={{
        htmlInput: {
          inputMode,
          maxLength: isWords ? SETTING_LENGTH : 300,
          autoComplete: 'off',
          spellCheck: false,
        },
      }}
    >
      {choices?.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

type Change = Parameters<typeof call<'POST /office/api/setting_save'>>[1];

/** Saves one setting after the other; the server's error is shown at its field. */
function useSaving() {
  const [faults, setFaults] = useState<Values>({});
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const notifyAnswer = useNotifyAnswer();
  const refresh = useRefresh();
  const leaveIfSessionOver = useLogoutIfAccessDenied();
  async function save(changes: readonly Change[]): Promise<boolean> {
    setBusy(true);
    const wrong: Record<string, string> = {};
    let waiting: Proposed | undefined;
    for (const change of changes) {
      try {
        const answer = await call('POST /office/api/setting_save', change);
        if (isProposed(answer)) waiting = answer;
      } catch (error) {
        if (await leaveIfSessionOver(error)) return false;
        const message = error instanceof Error ? error.message : String(error);
        wrong[change.key] = message.charAt(0).toUpperCase() + message.slice(1);
      }
    }
    setFaults(wrong);
    setBusy(false);
    const isDone = Object.keys(wrong).length === 0;
    if (isDone) notifyAnswer(waiting, 'Saved.');
    else notify('Not everything was saved: see the marked fields.', { type: 'error' });
    refresh();
    return isDone;
  }
  return { faults, isBusy, save };
}
