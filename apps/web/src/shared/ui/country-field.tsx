import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { foundCountries, type Country } from '../countries.ts';
import { useTranslate } from '../i18n/translate.ts';
import styles from './country-field.module.css';
import { describedBy, FieldFrame } from './field-frame.tsx';

interface CountryFieldProps {
  readonly label: string;
  /** Undefined while loading. */
  readonly countries: readonly Country[] | undefined;
  readonly value: Country | undefined;
  readonly onChange: (country: Country) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
}

/**
 * A country or region, searched by typing: its name in the language in use or in English, or its
 * area code.
 */
export function CountryField({
  label,
  countries,
  value,
  onChange,
  hint,
  error,
}: CountryFieldProps) {
  const t = useTranslate();
  const id = useId();
  const { list, text, isOpen, matches, active, ...search } = useSearch(countries, value, onChange);
  return (
    <div className={styles['place']}>
      <FieldFrame id={id} label={label} hint={hint} error={error}>
        <input
          {...describedBy(id, { hint, error })}
          type="text"
          role="combobox"
          className={styles['input']}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && matches.length > 0 ? `${id}-${active}` : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={value === undefined ? t('country.choose') : labelOf(value)}
          value={text ?? (value === undefined ? '' : labelOf(value))}
          onClick={() => !isOpen && search.open()}
          onChange={(event) => search.type(event.target.value)}
          onKeyDown={search.press}
          onBlur={search.close}
        />
        <span className={styles['arrow']} aria-hidden="true" />
      </FieldFrame>
      {isOpen && (
        <div className={styles['sheet']} onPointerDown={(event) => event.preventDefault()}>
          <ul ref={list} id={`${id}-list`} role="listbox" aria-label={label}>
            {matches.map((country, index) => (
              // Keys are handled by the input.
              <li
                key={country.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={country.id === value?.id}
                data-active={index === active || undefined}
                onClick={() => search.choose(country)}
              >
                <span>{country.name}</span>
                <span className={styles['code']}>+{country.areaCode}</span>
              </li>
            ))}
          </ul>
          {matches.length === 0 && <p>{t('country.notFound')}</p>}
        </div>
      )}
    </div>
  );
}

/** The typed text, the countries that match it, and the one that the keys stand on. */
function useSearch(
  countries: CountryFieldProps['countries'],
  value: Country | undefined,
  onChange: CountryFieldProps['onChange'],
) {
  const list = useRef<HTMLUListElement>(null);
  /** The typed text; undefined while the list is closed. */
  const [text, setText] = useState<string>();
  const [active, setActive] = useState(0);
  const isOpen = text !== undefined && countries !== undefined;
  const matches = isOpen ? foundCountries(countries, text) : [];
  useEffect(() => {
    if (isOpen) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [isOpen, active]);
  /** Typing into the closed field begins a search. */
  const type = (typed: string): void => {
    setText(typed);
    setActive(0);
  };
  const open = (): void => {
    setText('');
    setActive(Math.max(0, countries?.findIndex((country) => country.id === value?.id) ?? 0));
  };
  const close = (): void => setText(undefined);
  const choose = (country: Country | undefined): void => {
    if (country !== undefined) onChange(country);
    close();
  };
  const press = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen)
        setActive(
          Math.min(Math.max(0, active + (key === 'ArrowDown' ? 1 : -1)), matches.length - 1),
        );
      else open();
    } else if (isOpen && (key === 'Enter' || key === 'Escape')) {
      event.preventDefault();
      // A surrounding dialog must stay open.
      event.stopPropagation();
      choose(key === 'Enter' ? matches[active] : undefined);
    }
  };
  return { list, text, isOpen, matches, active, type, open, close, choose, press };
}

function labelOf({ name, areaCode }: Country): string {
  return `${name} (+${areaCode})`;
}
