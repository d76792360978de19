import type { GatewayForm } from './model/payment.ts';

/** Leaves for the gateway, with its signed form. */
export function goToGateway({ url, fields }: GatewayForm): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = url;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
