import { resolveLanguage } from '@meridian/contract/languages';
import {
  CALLBACK_DONE,
  paymentCallback,
  paymentIntent,
  type CALLBACK_STATES,
} from '@meridian/contract/payment/calls';
import type { FormAnswer, Gateway } from '../../gateway/http.ts';
import type { Secrets } from '../../secrets.ts';
import { textOf } from '../../texts.ts';
import { SIGN_TYPE, type Merchant, type MerchantSettings, type SignedFields } from './merchant.ts';
import { RETURN_PATH } from './routes.ts';

const GATEWAY_PATH = '/api/demo/gateway';
const SETTLE_PATH = '/api/demo/gateway/settle';
const PURPOSE = 'payment demo';
const TOLD_WITHIN_MS = 10_000;
const ORDER_LETTERS = 20;
const FIELD_NAMES = Object.keys(paymentIntent.output.properties.fields.properties);

/**
 * Demo mode without an external gateway: the server is its own, with secrets that nobody else has.
 */
export function demoMerchant(secrets: Secrets): MerchantSettings {
  return {
    url: GATEWAY_PATH,
    merchantId: 'DEMO',
    md5Key: secrets.sign(PURPOSE, 'md5'),
    callbackSecret: secrets.sign(PURPOSE, 'callback'),
  };
}

/**
 * Demo only: acts as an external gateway towards customers and us. It rejects forms with a wrong
 * signature, lets the customer pay or not, calls the exchange over HTTP like a stranger, and sends
 * the customer back.
 */
export function registerDemoGateway(
  gateway: Pick<Gateway, 'serveForm' | 'httpServer'>,
  merchant: Merchant,
): void {
  gateway.serveForm(GATEWAY_PATH, async (posted) => {
    const fields = pick(posted);
    return page(fields, merchant.isFormSigned(fields) ? '' : 'wrongSign');
  });
  gateway.serveForm(SETTLE_PATH, async (posted) => {
    const fields = pick(posted);
    if (!merchant.isFormSigned(fields)) return page(fields, 'wrongSign');
    const isTold = await tell(
      ownAddress(gateway.httpServer),
      merchant,
      noticeOf(fields, posted['act'] === 'pay' ? 'paid' : 'refused'),
    );
    return isTold ? { location: RETURN_PATH } : page(fields, 'notTold');
  });
}

function pick(posted: SignedFields): SignedFields {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, posted[name] ?? '']));
}

function noticeOf(
  { merchant_id = '', order_id = '', amount = '', currency = '' }: SignedFields,
  state: (typeof CALLBACK_STATES)[number],
): SignedFields {
  return {
    merchant_id,
    order_id,
    transaction_id: `DEMO${order_id.slice(0, ORDER_LETTERS)}`,
    amount,
    currency,
    state,
    sign_type: SIGN_TYPE,
  };
}

async function tell(address: string, merchant: Merchant, notice: SignedFields): Promise<boolean> {
  try {
    const response = await fetch(address + paymentCallback.path, {
      method: 'POST',
      headers: { 'x-signature': merchant.signatureOf(notice) },
      body: new URLSearchParams({ ...notice, sign: merchant.md5Of(notice) }),
      signal: AbortSignal.timeout(TOLD_WITHIN_MS),
    });
    return (await response.text()) === CALLBACK_DONE;
  } catch {
    return false;
  }
}

/** Address of this server on this machine. */
function ownAddress(server: Gateway['httpServer']): string {
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the server does not listen');
  const host =
    { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[bound.address] ??
    (bound.address.includes(':') ? `[${bound.address}]` : bound.address);
  return `http://${host}:${bound.port}`;
}

const STYLE = `
:root { color-scheme: light dark; --page: #f4f6f9; --card: #fff; --text: #11161d; --soft: #47525f; --edge: #dde3ea; --pay: #1d5fd1; --bad: #c02634; }
@media (prefers-color-scheme: dark) { :root { --page: #0b0e13; --card: #12161d; --text: #e9edf3; --soft: #a9b4c2; --edge: #2a3340; --pay: #2f6fe0; --bad: #ff6b77; } }
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--page); color: var(--text); font: 14px/20px system-ui, sans-serif; }
main { width: 100%; max-width: 440px; padding: 24px; border: 1px solid var(--edge); border-radius: 8px; background: var(--card); display: grid; gap: 16px; }
h1 { font-size: 20px; line-height: 28px; }
.about { color: var(--soft); font-size: 13px; }
.amount { font-size: 28px; line-height: 36px; font-weight: 600; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px 16px; }
dt { color: var(--soft); }
dd { text-align: right; font-size: 13px; overflow-wrap: anywhere; }
form { display: grid; gap: 8px; }
button { min-height: 44px; padding: 8px 16px; border: 1px solid var(--edge); border-radius: 4px; background: none; color: inherit; font: inherit; font-weight: 500; cursor: pointer; }
button.pay { border-color: var(--pay); background: var(--pay); color: #fff; }
button:focus-visible { outline: 2px solid var(--pay); outline-offset: 2px; }
.bad { color: var(--bad); }
`;

type GatewayText =
  'title' | 'about' | 'merchant' | 'account' | 'order' | 'pay' | 'cancel' | 'wrongSign' | 'notTold';

function page(fields: SignedFields, problem: '' | 'wrongSign' | 'notTold'): FormAnswer {
  const language = resolveLanguage(fields['lang']);
  const text = (name: GatewayText): string => escaped(textOf(language, `demoGateway.${name}`));
  const facts: readonly (readonly [GatewayText, string])[] = [
    ['merchant', fields['merchant_id'] ?? ''],
    ['account', fields['account'] ?? ''],
    ['order', fields['order_id'] ?? ''],
  ];
  const inputs = FIELD_NAMES.map(
    (name) => `<input type="hidden" name="${name}" value="${escaped(fields[name] ?? '')}">`,
  );
  const payment = `
<p class="amount">${escaped(fields['amount'] ?? '')} ${escaped(fields['currency'] ?? '')}</p>
<dl>${facts.map(([name, value]) => `<dt>${text(name)}</dt><dd>${escaped(value)}</dd>`).join('')}</dl>
<form method="post" action="${SETTLE_PATH}">${inputs.join('')}
<button class="pay" name="act" value="pay">${text('pay')}</button>
<button name="act" value="cancel">${text('cancel')}</button>
</form>`;
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text('title')}</title><style>${STYLE}</style></head>
<body><main><h1>${text('title')}</h1><p class="about">${text('about')}</p>${problem === '' ? '' : `<p class="bad" role="alert">${text(problem)}</p>`}${problem === 'wrongSign' ? '' : payment}</main></body></html>`;
  return { html };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '');
}
