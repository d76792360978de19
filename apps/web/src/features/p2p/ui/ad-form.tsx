import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useForm, useWatch, type Resolver, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useMoneyCall } from '../../../shared/http/money-call.ts';
import { useTranslate, type Translate } from '../../../shared/i18n/translate.ts';
import { OWN } from '../../../shared/session.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { Segments } from '../../../shared/ui/segments.tsx';
import { showToast } from '../../../shared/ui/toasts.ts';
import { keepDraft } from '../ad-draft.ts';
import { changeAd, publishAd } from '../api.ts';
import {
  adErrors,
  firstWrong,
  refusalError,
  refusedField,
  termsOf,
  type AdField,
  type AdValues,
} from '../model/ad-form.ts';
import type { AdChange, NewAd } from '../model/ad-terms.ts';
import { FIAT, type MarketCoin, type OwnAd, type Side } from '../model/ad.ts';
import { ownAdsPath } from '../model/own-ads.ts';
import { AdAmounts } from './ad-amounts.tsx';
import { AdConditions } from './ad-conditions.tsx';
import styles from './ad-form.module.css';
import { AdPreview } from './ad-preview.tsx';
import { AdPrice } from './ad-price.tsx';
import { AdTexts } from './ad-texts.tsx';
import { AdWays } from './ad-ways.tsx';
import { RefusalNote } from './refusal-note.tsx';
import { useFiatPrice } from './use-fiat-price.ts';

const SIDES: readonly Side[] = ['buy', 'sell'];

interface AdFormProps {
  readonly coin: MarketCoin;
  readonly first: AdValues;
  /** The own ad that is changed; undefined for a new one. */
  readonly ad: OwnAd | undefined;
}

/**
 * The form of an ad, with all terms that its owner sets. The typed values stay when the ad is
 * refused.
 */
export function AdForm({ coin, first, ad }: AdFormProps) {
  const t = useTranslate();
  const form = useForm<AdValues>({
    defaultValues: first,
    shouldFocusError: false,
    resolver: resolverOf(coin, t),
  });
  const values = useWatch({ control: form.control }) as AdValues;
  const isNew = ad === undefined;
  useEffect(() => {
    if (isNew) keepDraft(values);
  }, [isNew, values]);
  const place = useRef<HTMLFormElement>(null);
  const focus = (field: AdField | undefined): void => focusField(place.current, form, field);
  const refusalText = useRefusalText(coin);
  const { isBusy, failure, send } = useSending(ad, (code, message) => {
    const field = refusedField(code, form.getValues());
    if (field === undefined) return;
    form.setError(field, { message: refusalText(code) ?? message });
    focus(field);
  });
  const submit = form.handleSubmit(
    (sent) => send({ ...sent, coin: coin.id }),
    (errors) => focus(firstWrong(errors)),
  );
  const parts = { form, values, coin };
  return (
    <form
      ref={place}
      className={styles['columns']}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <Card title={`${coin.code}/${FIAT}`}>
        <div className={styles['form']}>
          {isNew && (
            <Segments
              isFilled
              size="roomy"
              label={t('p2p.market.sides')}
              value={values.side}
              onChange={(side) => form.setValue('side', side)}
              options={SIDES.map((name) => ({ name, label: t(`p2p.ad.side.${name}`) }))}
            />
          )}
          <p className={styles['note']}>{t(`p2p.ad.about.${values.side}`)}</p>
          <AdPrice {...parts} />
          <AdAmounts {...parts} isNew={isNew} />
          <AdWays {...parts} />
          <AdConditions {...parts} />
          <AdTexts {...parts} />
          {values.side === 'buy' && <p className={styles['warn']}>{t('p2p.ad.ownAccount')}</p>}
          <RefusalNote failure={failure} />
          <Button type="submit" look="accent" isWide isBusy={isBusy}>
            {t(isNew ? 'p2p.ad.publish' : 'action.save')}
          </Button>
        </div>
      </Card>
      <AdPreview values={values} coin={coin} />
    </form>
  );
}

/** The text of a refusal that the form says better than the server. */
function useRefusalText({ reference }: MarketCoin): (code: string) => string | undefined {
  const t = useTranslate();
  const inFiat = useFiatPrice();
  return (code) => {
    const error = refusalError(code, reference);
    return error && t(error.id, { price: inFiat(reference) });
  };
}

/** Focuses a field: one of the form's, a control, or the first control of a part. */
function focusField(
  place: HTMLFormElement | null,
  form: UseFormReturn<AdValues>,
  field: AdField | undefined,
): void {
  if (field === undefined) return;
  const part = place?.querySelector<HTMLElement>(`[data-field='${field}']`) ?? undefined;
  if (part === undefined) form.setFocus(field);
  else (part.querySelector<HTMLElement>(':is(button, a):not(:disabled)') ?? part).focus();
}

/** Publishes or changes, and leads to the own ads. */
function useSending(ad: OwnAd | undefined, onRefused: (code: string, message: string) => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const handlers = {
    onDone: (message: string, sent: NewAd | AdChange): void => {
      if (ad === undefined) keepDraft(undefined);
      showToast('success', message);
      const side = 'side' in sent ? sent.side : (ad?.side ?? 'buy');
      void navigate(ownAdsPath(side), { state: { isPublished: ad === undefined } });
    },
    onFailed: ({ code, message }: { readonly code: string; readonly message: string }): void =>
      onRefused(code, message),
    refresh: () => client.invalidateQueries({ queryKey: [OWN] }),
  };
  const publishing = useMoneyCall(publishAd, handlers);
  const changing = useMoneyCall(changeAd, handlers);
  const { isBusy, failure } = ad === undefined ? publishing : changing;
  const send = (values: AdValues): Promise<void> => {
    const { side, coin, total } = values;
    return ad === undefined
      ? publishing.send({ side, coin, total, ...termsOf(values) })
      : changing.send({ id: ad.id, version: ad.version, ...termsOf(values) });
  };
  return { isBusy, failure, send };
}

/** The model's errors as those of the form. */
function resolverOf(coin: MarketCoin, t: Translate): Resolver<AdValues> {
  return (values) => {
    const errors = Object.entries(adErrors(values, coin)).map(
      ([field, { id, values: inText }]) =>
        [field, { type: 'model', message: t(id, inText) }] as const,
    );
    return errors.length === 0
      ? { values, errors: {} }
      : { values: {}, errors: Object.fromEntries(errors) };
  };
}
