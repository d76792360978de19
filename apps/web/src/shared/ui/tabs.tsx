import * as Tabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly value: Name;
  readonly onChange: (value: Name) => void;
  readonly tabs: readonly { readonly name: Name; readonly label: ReactNode }[];
  /** Beside the tabs. */
  readonly tools?: ReactNode;
  readonly children: ReactNode;
}

/** Tabs above their contents. The children are `TabContent`, one for each. */
export function TabSet<Name extends string>({
  label,
  value,
  onChange,
  tabs,
  tools,
  children,
}: TabsProps<Name>) {
  return (
    <Tabs.Root
      className={styles['root']}
      value={value}
      onValueChange={(next) => onChange(next as Name)}
    >
      <div className={styles['head']}>
        <Tabs.List className={styles['list']} aria-label={label}>
          {tabs.map((tab) => (
            <Tabs.Trigger key={tab.name} value={tab.name} className={styles['tab']}>
              {tab.label}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tools}
      </div>
      {children}
    </Tabs.Root>
  );
}

export function TabContent({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ReactNode;
}) {
  return (
    <Tabs.Content value={name} className={styles['content']} tabIndex={-1}>
      {children}
    </Tabs.Content>
  );
}
