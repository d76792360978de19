import type { ArticleSource } from './article-source.ts';
import { FEES } from './fees.ts';

/** Category 21: the second list of links in the footer. */
export const FOOTER_EXPLAIN: readonly ArticleSource[] = [
  {
    id: 2101,
    updated: '2026-11-11T03:00:00Z',
    texts: {
      en: {
        title: 'Privacy',
        abstract: 'What this demo stores about you.',
        body: [
          'The demo stores the address that you register with, a hash of your password, your sessions and your orders. It sends nothing to third parties.',
          '- Use an invented address: no mail ever leaves',
          '- Codes and mails appear in an outbox that others on this demo can read',
          '- Orders stay in the journal for as long as the demo keeps its data',
        ],
      },
      ko: {
        title: '개인정보 보호',
        abstract: '이 데모가 저장하는 정보.',
        body: [
          '데모는 가입에 사용한 주소, 비밀번호의 해시, 세션, 주문을 저장합니다. 제3자에게 아무것도 보내지 않습니다.',
          '- 실제 메일은 발송되지 않으니 가상의 주소를 사용하세요',
          '- 인증번호와 메일은 다른 사람도 볼 수 있는 ‘데모 수신함’에 나타납니다',
          '- 주문은 데모가 데이터를 보관하는 동안 저널에 남습니다',
        ],
      },
      ja: {
        title: 'プライバシー',
        abstract: 'このデモが保存する情報。',
        body: [
          'デモが保存するのは、登録したアドレス、パスワードのハッシュ、セッション、注文です。第三者には何も送りません。',
          '- メールは外部に送信されないので、架空のアドレスをお使いください',
          '- 認証コードやメールは、他の人も読める「デモ受信箱」に表示されます',
          '- 注文は、デモがデータを保持する間ジャーナルに残ります',
        ],
      },
      'zh-CN': {
        title: '隐私',
        abstract: '本演示保存哪些信息。',
        body: [
          '演示会保存您注册的地址、密码的哈希值、会话和订单，不会向第三方发送任何内容。',
          '- 请使用虚构的地址：不会有邮件真正发出',
          '- 验证码和邮件会出现在其他人也能看到的“演示信箱”中',
          '- 只要演示保留数据，订单就会留在日志中',
        ],
      },
      'zh-TW': {
        title: '隱私',
        abstract: '本示範保存哪些資訊。',
        body: [
          '示範會保存您註冊的地址、密碼的雜湊值、工作階段與訂單，不會向第三方傳送任何內容。',
          '- 請使用虛構的地址：不會有郵件真正寄出',
          '- 驗證碼與郵件會出現在其他人也能看到的「示範信箱」中',
          '- 只要示範保留資料，訂單就會留在日誌中',
        ],
      },
      es: {
        title: 'Privacidad',
        abstract: 'Qué guarda esta demostración sobre usted.',
        body: [
          'La demostración guarda la dirección con la que se registra, un resumen criptográfico de su contraseña, sus sesiones y sus órdenes. No envía nada a terceros.',
          '- Use una dirección inventada: ningún correo sale de aquí',
          '- Los códigos y correos aparecen en el «Buzón demo», que otros pueden leer',
          '- Las órdenes siguen en el diario mientras la demostración conserve sus datos',
        ],
      },
    },
  },
  FEES,
  {
    id: 2103,
    updated: '2026-11-11T01:00:00Z',
    texts: {
      en: {
        title: 'Legal notice',
        abstract: 'Demo software, without warranty.',
        body: [
          'This site is a demonstration of open-source software under the Apache 2.0 licence and comes without warranty of any kind.',
          'Nothing here is an offer, advice or a financial service. Names of coins belong to their owners and are used only to name them.',
        ],
      },
      ko: {
        title: '법적 고지',
        abstract: '보증 없는 데모 소프트웨어입니다.',
        body: [
          '이 사이트는 Apache 2.0 라이선스 오픈 소스 소프트웨어의 시연이며 어떠한 보증도 제공하지 않습니다.',
          '여기의 어떤 내용도 청약, 조언, 금융 서비스가 아닙니다. 코인 이름은 각 소유자에게 속하며 식별을 위해서만 사용됩니다.',
        ],
      },
      ja: {
        title: '法的事項',
        abstract: '無保証のデモ用ソフトウェアです。',
        body: [
          'このサイトはApache 2.0ライセンスのオープンソースソフトウェアのデモであり、いかなる保証もありません。',
          '掲載内容は、勧誘、助言、金融サービスのいずれでもありません。コインの名称は各権利者に帰属し、識別のためにのみ使用しています。',
        ],
      },
      'zh-CN': {
        title: '法律声明',
        abstract: '演示软件，不作任何担保。',
        body: [
          '本站是 Apache 2.0 许可证下开源软件的演示，不附带任何形式的担保。',
          '本站内容不构成要约、建议或金融服务。各币种名称归其所有者所有，此处仅用于指称。',
        ],
      },
      'zh-TW': {
        title: '法律聲明',
        abstract: '示範軟體，不作任何擔保。',
        body: [
          '本站是 Apache 2.0 授權開源軟體的示範，不附帶任何形式的擔保。',
          '本站內容不構成要約、建議或金融服務。各幣種名稱歸其所有者所有，此處僅用於指稱。',
        ],
      },
      es: {
        title: 'Aviso legal',
        abstract: 'Programa de demostración, sin garantía.',
        body: [
          'Este sitio es una demostración de un programa de código abierto con licencia Apache 2.0 y no ofrece garantía de ningún tipo.',
          'Nada de lo que hay aquí es una oferta, un consejo ni un servicio financiero. Los nombres de las monedas son de sus dueños y solo sirven para nombrarlas.',
        ],
      },
    },
  },
];
