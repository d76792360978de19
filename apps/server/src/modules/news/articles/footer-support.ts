import type { ArticleSource } from './article-source.ts';

/** Category 22: the third list of links in the footer. */
export const FOOTER_SUPPORT: readonly ArticleSource[] = [
  {
    id: 2201,
    updated: '2026-11-10T03:00:00Z',
    texts: {
      en: {
        title: 'Feedback',
        abstract: 'What to write when something is wrong.',
        body: [
          'Found a fault? Tell the operator of this demo, or open an issue at the source code.',
          '- What you did, and what you expected',
          '- The exact message, and the time',
          '- The market and the order number, if there is one',
          'Never send a password or a code.',
        ],
      },
      ko: {
        title: '의견 보내기',
        abstract: '문제가 있을 때 알려 주실 내용.',
        body: [
          '문제를 발견하셨나요? 이 데모의 운영자에게 알리거나 소스 코드 저장소에 이슈를 등록해 주세요.',
          '- 무엇을 했고 무엇을 기대했는지',
          '- 표시된 메시지 원문과 시각',
          '- 해당하는 경우 마켓과 주문 번호',
          '비밀번호나 인증번호는 절대 보내지 마세요.',
        ],
      },
      ja: {
        title: 'ご意見・不具合の報告',
        abstract: '問題があったときにお知らせいただきたいこと。',
        body: [
          '不具合を見つけたら、このデモの運営者に知らせるか、ソースコードのリポジトリで報告してください。',
          '- 何をして、何を期待したか',
          '- 表示されたメッセージの原文と時刻',
          '- 該当する場合は市場と注文番号',
          'パスワードや認証コードは絶対に送らないでください。',
        ],
      },
      'zh-CN': {
        title: '意见反馈',
        abstract: '遇到问题时请告诉我们什么。',
        body: [
          '发现问题了吗？请告知本演示的运营者，或在源代码仓库提交问题。',
          '- 您做了什么，期望得到什么',
          '- 提示信息的原文和时间',
          '- 相关的市场和订单号（如有）',
          '切勿发送密码或验证码。',
        ],
      },
      'zh-TW': {
        title: '意見回饋',
        abstract: '遇到問題時請告訴我們什麼。',
        body: [
          '發現問題了嗎？請告知本示範的營運者，或在原始碼儲存庫提出問題。',
          '- 您做了什麼，期望得到什麼',
          '- 提示訊息的原文與時間',
          '- 相關的市場與訂單號（如有）',
          '切勿傳送密碼或驗證碼。',
        ],
      },
      es: {
        title: 'Sugerencias',
        abstract: 'Qué contar cuando algo va mal.',
        body: [
          '¿Ha encontrado un fallo? Avise al operador de esta demostración o abra una incidencia en el código fuente.',
          '- Qué hizo y qué esperaba',
          '- El mensaje exacto y la hora',
          '- El mercado y el número de orden, si lo hay',
          'No envíe nunca una contraseña ni un código.',
        ],
      },
    },
  },
  {
    id: 2202,
    updated: '2026-11-10T02:00:00Z',
    texts: {
      en: {
        title: 'Listing application',
        abstract: 'How a coin comes onto an exchange that runs Meridian.',
        body: [
          'This demo lists a fixed set of coins and takes no applications.',
          'Who runs Meridian for real decides alone what is listed, and should publish the rules: what is checked, what it costs, and how a coin is taken off again. Beware of anyone who sells listings in the name of this demo.',
        ],
      },
      ko: {
        title: '상장 신청',
        abstract: 'Meridian 거래소에 코인이 상장되는 방법.',
        body: [
          '이 데모는 정해진 코인만 상장하며 신청을 받지 않습니다.',
          'Meridian을 실제로 운영하는 사업자가 상장을 결정하며, 심사 항목, 비용, 상장 폐지 절차를 공개해야 합니다. 이 데모의 이름으로 상장을 판매하는 사람을 조심하세요.',
        ],
      },
      ja: {
        title: '上場申請',
        abstract: 'Meridianで動く取引所に銘柄が加わるまで。',
        body: [
          'このデモの取扱銘柄は固定されており、申請は受け付けていません。',
          '実際にMeridianを運営する事業者が上場を判断し、審査内容、費用、上場廃止の手順を公表するべきものです。このデモの名をかたって上場を売り込む者にご注意ください。',
        ],
      },
      'zh-CN': {
        title: '上币申请',
        abstract: '币种如何登陆运行 Meridian 的交易所。',
        body: [
          '本演示的币种是固定的，不接受申请。',
          '正式运营 Meridian 的机构自行决定上币，并应公布规则：审核什么、费用多少、如何下架。请警惕任何以本演示名义兜售上币名额的人。',
        ],
      },
      'zh-TW': {
        title: '上幣申請',
        abstract: '幣種如何登上執行 Meridian 的交易所。',
        body: [
          '本示範的幣種是固定的，不接受申請。',
          '正式營運 Meridian 的機構自行決定上幣，並應公布規則：審核什麼、費用多少、如何下架。請留意任何以本示範名義兜售上幣名額的人。',
        ],
      },
      es: {
        title: 'Solicitud de cotización',
        abstract: 'Cómo llega una moneda a un exchange que usa Meridian.',
        body: [
          'Esta demostración tiene una lista fija de monedas y no admite solicitudes.',
          'Quien opera Meridian de verdad decide qué cotiza y debería publicar sus reglas: qué se revisa, cuánto cuesta y cómo se retira una moneda. Desconfíe de quien venda cotizaciones en nombre de esta demostración.',
        ],
      },
    },
  },
  {
    id: 2203,
    updated: '2026-11-10T01:00:00Z',
    texts: {
      en: {
        title: 'For developers',
        abstract: 'The same calls that the screens use.',
        body: [
          'Every call of the exchange is documented at /api/docs, and as an OpenAPI document at /api/openapi.json. Live data comes over Socket.IO.',
          'Money calls take an Idempotency-Key header: repeat a request with the same key, and it happens once.',
        ],
      },
      ko: {
        title: '개발자 안내',
        abstract: '화면이 사용하는 것과 같은 API입니다.',
        body: [
          '거래소의 모든 호출은 /api/docs에 문서화되어 있으며 OpenAPI 문서는 /api/openapi.json에 있습니다. 실시간 데이터는 Socket.IO로 제공됩니다.',
          '자금이 움직이는 호출은 Idempotency-Key 헤더를 받습니다. 같은 키로 다시 보내도 한 번만 처리됩니다.',
        ],
      },
      ja: {
        title: '開発者向け',
        abstract: '画面が使っているものと同じAPIです。',
        body: [
          '取引所のすべての呼び出しは/api/docsに、OpenAPI文書は/api/openapi.jsonにあります。リアルタイムのデータはSocket.IOで配信されます。',
          '資金を動かす呼び出しはIdempotency-Keyヘッダーを受け付けます。同じキーで繰り返しても、処理は一度だけです。',
        ],
      },
      'zh-CN': {
        title: '开发者',
        abstract: '与页面所用完全相同的接口。',
        body: [
          '交易所的所有接口见 /api/docs，OpenAPI 文档见 /api/openapi.json。实时数据通过 Socket.IO 推送。',
          '涉及资金的接口支持 Idempotency-Key 请求头：用同一个键重复请求，只会执行一次。',
        ],
      },
      'zh-TW': {
        title: '開發者',
        abstract: '與頁面所用完全相同的介面。',
        body: [
          '交易所的所有介面見 /api/docs，OpenAPI 文件見 /api/openapi.json。即時資料透過 Socket.IO 推送。',
          '涉及資金的介面支援 Idempotency-Key 標頭：用同一個鍵重複請求，只會執行一次。',
        ],
      },
      es: {
        title: 'Desarrolladores',
        abstract: 'Las mismas llamadas que usan las pantallas.',
        body: [
          'Todas las llamadas están documentadas en /api/docs y, como documento OpenAPI, en /api/openapi.json. Los datos en vivo llegan por Socket.IO.',
          'Las llamadas que mueven dinero aceptan la cabecera Idempotency-Key: si repite una petición con la misma clave, ocurre una sola vez.',
        ],
      },
    },
  },
];
