import type { ArticleSource } from './article-source.ts';

/** Category 21: the second list of links in the footer. */
export const FOOTER_EXPLAIN: readonly ArticleSource[] = [
  {
    id: 2101,
    updated: '2026-11-11T03:00:00Z',
    texts: {
      en: {
        title: 'Privacy',
        abstract: 'What this demo stores about you.',
        body: ['The demo stores the address that you register with, a hash of your password, your sessions and your orders. It sends nothing to third parties.', '- Use an invented address: no mail ever leaves', '- Codes and mails appear in an outbox that others on this demo can read', '- Orders stay in the journal for as long as the demo keeps its data'],
      },
      ko: {
        title: '개인정보 보호',
        abstract: '이 데모가 저장하는 정보.',
        body: ['데모는 가입에 사용한 주소, 비밀번호의 해시, 세션, 주문을 저장합니다. 제3자에게 아무것도 보내지 않습니다.', '- 실제 메일은 발송되지 않으니 가상의 주소를 사용하세요', '- 인증번호와 메일은 다른 사람도 볼 수 있는 ‘데모 수신함’에 나타납니다', '- 주문은 데모가 데이터를 보관하는 동안 저널에 남습니다'],
      },
      ja: {
        title: 'プライバシー',
        abstract: 'このデモが保存する情報。',
        body: ['デモが保存するのは、登録したアドレス、パスワードのハッシュ、セッション、注文です。第三者には何も送りません。', '- メールは外部に送信されないので、架空のアドレスをお使いください', '- 認証コードやメールは、他の人も読める「デモ受信箱」に表示されます', '- 注文は、デモがデータを保持する間ジャーナルに残ります'],
      },
      'zh-CN': {
        title: '隐私',
        abstract: '本演示保存哪些信息。',
        body: ['演示会保存您注册的地址、密码的哈希值、会话和订单，不会向第三方发送任何内容。', '- 请使用虚构的地址：不会有邮件真正发出', '- 验证码和邮件会出现在其他人也能看到的“演示信箱”中', '- 只要演示保留数据，订单就会留在日志中'],
      },
      'zh-TW': {
        title: '隱私',
        abstract: '本示範保存哪些資訊。',
        body: ['示範會保存您註冊的地址、密碼的雜湊值、工作階段與訂單，不會向第三方傳送任何內容。', '- 請使用虛構的地址：不會有郵件真正寄出', '- 驗證碼與郵件會出現在其他人也能看到的「示範信箱」中', '- 只要示範保留資料，訂單就會留在日誌中'],
      },
      es: {
        title: 'Privacidad',
        abstract: 'Qué guarda esta demostración sobre usted.',
        body: ['La demostración guarda la dirección con la que se registra, un resumen criptográfico de su contraseña, sus sesiones y sus órdenes. No envía nada a terceros.', '- Use una dirección inventada: ningún correo sale de aquí', '- Los códigos y correos aparecen en el «Buzón demo», que otros pueden leer', '- Las órdenes siguen en el diario mientras la demostración conserve sus datos'],
      },
    },
  },
  {
    id: 2102,
    updated: '2026-11-11T02:00:00Z',
    texts: {
      en: {
        title: 'Fees',
        abstract: '0.08 % for makers, 0.10 % for takers.',
        body: ['An order that waits in the book and is then taken pays 0.08 % (maker). An order that trades at once pays 0.10 % (taker).', 'The fee is taken from what you receive: a buyer pays it in the coin, a seller in the quote currency. It is rounded up by less than the smallest unit, 0.00000001.', 'Placing and revoking orders costs nothing.'],
      },
      ko: {
        title: '수수료',
        abstract: '메이커 0.08%, 테이커 0.10%.',
        body: ['호가창에서 기다리다 체결된 주문은 0.08%(메이커), 바로 체결된 주문은 0.10%(테이커)를 냅니다.', '수수료는 받는 자산에서 차감됩니다. 매수자는 코인으로, 매도자는 결제 통화로 냅니다. 최소 단위 0.00000001 미만은 올림합니다.', '주문과 취소는 무료입니다.'],
      },
      ja: {
        title: '手数料',
        abstract: 'メイカー0.08%、テイカー0.10%。',
        body: ['板で待ってから約定した注文は0.08%（メイカー）、すぐに約定した注文は0.10%（テイカー）です。', '手数料は受け取る側から差し引かれます。買い手はコインで、売り手は決済通貨で支払います。最小単位0.00000001未満は切り上げます。', '発注と取り消しは無料です。'],
      },
      'zh-CN': {
        title: '手续费',
        abstract: '挂单 0.08%，吃单 0.10%。',
        body: ['在盘口等待后被成交的订单支付 0.08%（挂单方），立即成交的订单支付 0.10%（吃单方）。', '手续费从您收到的资产中扣除：买方以币支付，卖方以计价货币支付。不足最小单位 0.00000001 的部分向上取整。', '下单和撤单免费。'],
      },
      'zh-TW': {
        title: '手續費',
        abstract: '掛單 0.08%，吃單 0.10%。',
        body: ['在掛單簿等待後被成交的訂單支付 0.08%（掛單方），立即成交的訂單支付 0.10%（吃單方）。', '手續費從您收到的資產中扣除：買方以幣支付，賣方以計價貨幣支付。不足最小單位 0.00000001 的部分無條件進位。', '下單與撤單免費。'],
      },
      es: {
        title: 'Comisiones',
        abstract: '0,08 % maker, 0,10 % taker.',
        body: ['Una orden que espera en el libro y luego se ejecuta paga el 0,08 % (maker). Una orden que se ejecuta al momento paga el 0,10 % (taker).', 'La comisión se descuenta de lo que usted recibe: quien compra la paga en la moneda que recibe y quien vende, en la moneda de cotización. Se redondea hacia arriba en menos de la unidad mínima, 0,00000001.', 'Enviar y anular órdenes es gratis.'],
      },
    },
  },
  {
    id: 2103,
    updated: '2026-11-11T01:00:00Z',
    texts: {
      en: {
        title: 'Legal notice',
        abstract: 'Demo software, without warranty.',
        body: ['This site is a demonstration of open-source software under the Apache 2.0 licence and comes without warranty of any kind.', 'Nothing here is an offer, advice or a financial service. Names of coins belong to their owners and are used only to name them.'],
      },
      ko: {
        title: '법적 고지',
        abstract: '보증 없는 데모 소프트웨어입니다.',
        body: ['이 사이트는 Apache 2.0 라이선스 오픈 소스 소프트웨어의 시연이며 어떠한 보증도 제공하지 않습니다.', '여기의 어떤 내용도 청약, 조언, 금융 서비스가 아닙니다. 코인 이름은 각 소유자에게 속하며 식별을 위해서만 사용됩니다.'],
      },
      ja: {
        title: '法的事項',
        abstract: '無保証のデモ用ソフトウェアです。',
        body: ['このサイトはApache 2.0ライセンスのオープンソースソフトウェアのデモであり、いかなる保証もありません。', '掲載内容は、勧誘、助言、金融サービスのいずれでもありません。コインの名称は各権利者に帰属し、識別のためにのみ使用しています。'],
      },
      'zh-CN': {
        title: '法律声明',
        abstract: '演示软件，不作任何担保。',
        body: ['本站是 Apache 2.0 许可证下开源软件的演示，不附带任何形式的担保。', '本站内容不构成要约、建议或金融服务。各币种名称归其所有者所有，此处仅用于指称。'],
      },
      'zh-TW': {
        title: '法律聲明',
        abstract: '示範軟體，不作任何擔保。',
        body: ['本站是 Apache 2.0 授權開源軟體的示範，不附帶任何形式的擔保。', '本站內容不構成要約、建議或金融服務。各幣種名稱歸其所有者所有，此處僅用於指稱。'],
      },
      es: {
        title: 'Aviso legal',
        abstract: 'Programa de demostración, sin garantía.',
        body: ['Este sitio es una demostración de un programa de código abierto con licencia Apache 2.0 y no ofrece garantía de ningún tipo.', 'Nada de lo que hay aquí es una oferta, un consejo ni un servicio financiero. Los nombres de las monedas son de sus dueños y solo sirven para nombrarlas.'],
      },
    },
  },
];
