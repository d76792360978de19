import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../shared/ui/toasts.ts';
import { saveSetting, settingsQuery } from '../api.ts';

/** Saves whether messages of a topic are sent by mail or to devices. */
export function useSaveSetting() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (choice: Parameters<typeof saveSetting>[0]) => saveSetting(choice),
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
    onError: (reason) => showToast('error', reason.message),
  });
}
