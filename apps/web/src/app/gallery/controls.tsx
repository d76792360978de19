import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { UNREADABLE } from '@meridian/money/typed-decimal';
import { AmountField } from '../../shared/ui/amount-field.tsx';
import { Checkbox } from '../../shared/ui/checkbox.tsx';
import { CloseButton } from '../../shared/ui/close-button.tsx';
import { CopyButton } from '../../shared/ui/copy-button.tsx';
import { NumberField } from '../../shared/ui/number-field.tsx';
import { PercentSlider } from '../../shared/ui/percent-slider.tsx';
import { RadioGroup } from '../../shared/ui/radio-group.tsx';
import { Segments } from '../../shared/ui/segments.tsx';
import { SelectField } from '../../shared/ui/select-field.tsx';
import { Switch } from '../../shared/ui/switch.tsx';
import { TextArea } from '../../shared/ui/text-area.tsx';
import { TextField } from '../../shared/ui/text-field.tsx';
import { Sample } from './sample.tsx';

const LOOKS = ['accent', 'up', 'down', 'danger', 'quiet', 'text'] as const;
const nothing = (): void => undefined;

export function ButtonBlock() {
  return (
    <>
      {LOOKS.map((look) => (
        <Sample key={look} name={`Button ${look}: plain, busy, disabled, small`}>
          <Button look={look}>{'Place order'}</Button>
          <Button look={look} isBusy>
            {'Place order'}
          </Button>
          <Button look={look} disabled>
            {'Place order'}
          </Button>
          <Button look={look} isSmall>
            {'Cancel'}
          </Button>
        </Sample>
      ))}
      <Sample name="Wide, with a long word">
        <Button look="accent" isWide>
          {'Verificación de identidad y restablecimiento'}
        </Button>
      </Sample>
      <Sample name="CopyButton, CloseButton">
        <CopyButton value="0x52908400098527886E0F7030069857D2E4169EE7" what="Address" />
        <CloseButton onClick={nothing} />
      </Sample>
    </>
  );
}

export function FieldBlock() {
  const [price, setPrice] = useState('95000.5');
  return (
    <>
      <Sample name="TextField: plain, with a hint, wrong, disabled, with a button" isStacked>
        <TextField label="E-mail" placeholder="name@example.com" />
        <TextField
          label="Password"
          type="password"
          hint="8 to 64 characters, with letters and digits."
        />
        <TextField
          label="E-mail"
          defaultValue="name@"
          error="Enter a valid e-mail address."
          hint="Not shown while there is an error."
        />
        <TextField label="Account" defaultValue="13800138000" disabled />
        <TextField
          label="Verification code"
          after={
            <Button isSmall look="text">
              {'Send code'}
            </Button>
          }
        />
      </Sample>
      <Sample name="NumberField: plain, wrong, disabled" isStacked>
        <NumberField label="Price" unit="USDT" value={price} onChange={setPrice} />
        <NumberField
          label="Quantity"
          unit="BTC"
          value="0"
          error="Enter a buy quantity greater than 0."
          onChange={nothing}
        />
        <NumberField label="Price" unit="USDT" value="95000.5" isDisabled onChange={nothing} />
      </Sample>
      <Sample name="AmountField" isStacked>
        <AmountField
          label="Amount"
          unit="USDT"
          value={price}
          onChange={setPrice}
          decimals={8}
          hint="At most 8 decimals."
        />
      </Sample>
      <Sample name="SelectField, TextArea" isStacked>
        <SelectField
          label="Currency"
          options={['USDT', 'BTC', 'ETH'].map((value) => ({ value, label: value }))}
          hint="What you pay with."
        />
        <TextArea
          label="Message"
          defaultValue="Two lines
of text"
        />
        <TextArea label="Message" error="Say what happened." />
      </Sample>
    </>
  );
}

const NETWORKS = [
  { name: 'erc20', label: 'ERC-20', hint: 'Fee 3 USDT, 12 confirmations' },
  { name: 'trc20', label: 'TRC-20', hint: 'Fee 1 USDT, 19 confirmations' },
  { name: 'omni', label: 'Omni', hint: 'Not open', isDisabled: true },
] as const;

export function ChoiceBlock() {
  const [isAgreed, setAgreed] = useState(true);
  const [isOn, setOn] = useState(true);
  const [network, setNetwork] = useState<(typeof NETWORKS)[number]['name']>('trc20');
  const [side, setSide] = useState<'buy' | 'sell'>('buy');
  return (
    <>
      <Sample name="Checkbox: ticked, not, wrong, disabled" isStacked>
        <Checkbox isChecked={isAgreed} onChange={setAgreed}>
          {'I have read the '}
          <a href="#choices">{'terms of service'}</a>
        </Checkbox>
        <Checkbox isChecked={false} onChange={nothing}>
          {'Hide small balances'}
        </Checkbox>
        <Checkbox isChecked={false} onChange={nothing} error="Tick the box to go on.">
          {'I have received the money'}
        </Checkbox>
        <Checkbox isChecked isDisabled onChange={nothing}>
          {'Always on'}
        </Checkbox>
      </Sample>
      <Sample name="Switch: on, off, disabled" isStacked>
        <Switch label="Shortcuts of one key" isOn={isOn} onChange={setOn} />
        <Switch label="Confirm each order" isOn={!isOn} onChange={() => setOn(!isOn)} />
        <Switch label="Not open" isOn={false} isDisabled onChange={nothing} />
      </Sample>
      <Sample name="RadioGroup" isStacked>
        <RadioGroup label="Network" value={network} onChange={setNetwork} options={NETWORKS} />
      </Sample>
      <Sample name="Segments: plain, filled" isStacked>
        <Segments
          label="Interval"
          value="5m"
          onChange={nothing}
          options={['1m', '5m', '15m', '1h', '1D'].map((name) => ({ name, label: name }))}
        />
        <Segments
          isFilled
          label="Side"
          value={side}
          onChange={setSide}
          options={[
            { name: 'buy', label: 'Buy' },
            { name: 'sell', label: 'Sell' },
          ]}
        />
      </Sample>
      <SliderSample />
    </>
  );
}

const BALANCE = 4;

function SliderSample() {
  const [percent, setPercent] = useState(50);
  return (
    <Sample name="PercentSlider: with its field, by one percent, up, down, disabled" isStacked>
      <NumberField
        label="Quantity"
        unit="BTC"
        value={String((BALANCE * percent) / 100)}
        onChange={(typed) =>
          typed !== UNREADABLE &&
          setPercent(Math.min(100, Math.round((Number(typed) / BALANCE) * 100)))
        }
      />
      <PercentSlider label="Share of balance" value={percent} onChange={setPercent} />
      <PercentSlider label="Share of balance" step={1} value={percent} onChange={setPercent} />
      <PercentSlider label="Share of balance" look="up" value={75} onChange={nothing} />
      <PercentSlider label="Share of balance" look="down" value={25} onChange={nothing} />
      <PercentSlider label="Share of balance" isDisabled value={0} onChange={nothing} />
    </Sample>
  );
}
