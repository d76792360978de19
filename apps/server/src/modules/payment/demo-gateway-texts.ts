import type { Language } from '@meridian/contract/languages';

interface GatewayTexts {
  readonly title: string;
  readonly about: string;
  readonly merchant: string;
  readonly account: string;
  readonly order: string;
  readonly amount: string;
  readonly pay: string;
  readonly cancel: string;
  readonly wrongSign: string;
  readonly notTold: string;
}

/** Texts of the demo's stand-in for a payment gateway. */
export const GATEWAY_TEXTS: Readonly<Record<Language, GatewayTexts>> = {
  en: {
    title: 'Demo payment gateway',
    about: 'This page stands for an external gateway. No real money moves.',
    merchant: 'Merchant',
    account: 'Your account',
    order: 'Order',
    amount: 'Amount',
    pay: 'Pay',
    cancel: 'Cancel payment',
    wrongSign: 'The signature of this payment is wrong. Start again from the exchange.',
    notTold: 'The exchange could not be told. Nothing was paid; try again.',
  },
  ko: {
    title: '데모 결제 대행사',
    about: '외부 결제 대행사를 대신하는 페이지입니다. 실제 돈은 움직이지 않습니다.',
    merchant: '가맹점',
    account: '내 계정',
    order: '주문',
    amount: '금액',
    pay: '결제하기',
    cancel: '결제 취소',
    wrongSign: '결제 서명이 올바르지 않습니다. 거래소에서 다시 시작해 주세요.',
    notTold: '거래소에 알리지 못했습니다. 결제되지 않았으니 다시 시도해 주세요.',
  },
  ja: {
    title: 'デモ決済ゲートウェイ',
    about: '外部の決済サービスの代わりとなるページです。実際のお金は動きません。',
    merchant: '加盟店',
    account: 'お客様のアカウント',
    order: '注文',
    amount: '金額',
    pay: '支払う',
    cancel: '支払いをやめる',
    wrongSign: 'この支払いの署名が正しくありません。取引所からやり直してください。',
    notTold: '取引所に通知できませんでした。支払いは行われていません。もう一度お試しください。',
  },
  'zh-CN': {
    title: '演示支付网关',
    about: '本页面代替外部支付网关，不会产生真实资金往来。',
    merchant: '商户',
    account: '您的账户',
    order: '订单',
    amount: '金额',
    pay: '支付',
    cancel: '取消支付',
    wrongSign: '该笔支付的签名有误，请回到交易所重新发起。',
    notTold: '未能通知交易所，未扣款，请重试。',
  },
  'zh-TW': {
    title: '示範支付閘道',
    about: '本頁面代替外部支付閘道，不會產生真實資金往來。',
    merchant: '商戶',
    account: '您的帳戶',
    order: '訂單',
    amount: '金額',
    pay: '支付',
    cancel: '取消支付',
    wrongSign: '該筆支付的簽名有誤，請回到交易所重新發起。',
    notTold: '未能通知交易所，未扣款，請重試。',
  },
  es: {
    title: 'Pasarela de pago de demostración',
    about: 'Esta página hace de pasarela externa. No se mueve dinero real.',
    merchant: 'Comercio',
    account: 'Su cuenta',
    order: 'Pedido',
    amount: 'Importe',
    pay: 'Pagar',
    cancel: 'Cancelar el pago',
    wrongSign: 'La firma de este pago no es correcta. Vuelva a empezar desde el exchange.',
    notTold: 'No se pudo avisar al exchange. No se ha cobrado nada; inténtelo de nuevo.',
  },
};
