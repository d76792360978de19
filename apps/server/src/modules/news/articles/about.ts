import type { ArticleSource } from './article-source.ts';

/** Category 9. */
export const ABOUT: readonly ArticleSource[] = [
  {
    id: 903,
    updated: '2026-11-16T02:00:00Z',
    texts: {
      en: {
        title: 'What this demo is not',
        abstract: 'Play money on a chain of its own; no advice.',
        body: [
          'Nothing here is real money. Deposits and withdrawals run over a chain that belongs to this demo: its coins have no value outside, and never send real ones to its addresses.',
          '- Prices may be simulated',
          '- Mails and text messages go to an outbox that anyone on this demo can read',
          '- Data may be deleted whenever the operator likes',
        ],
      },
      ko: {
        title: '이 데모가 아닌 것',
        abstract: '자체 체인의 가상 자금이며, 투자 조언이 아닙니다.',
        body: [
          '여기에는 실제 돈이 없습니다. 입금과 출금은 이 데모에 속한 체인에서 이루어집니다. 그 코인은 밖에서 가치가 없으니 실제 코인을 이 주소로 보내지 마세요.',
          '- 가격은 모의 데이터일 수 있습니다',
          '- 이메일과 문자는 데모의 누구나 볼 수 있는 ‘데모 수신함’에 쌓입니다',
          '- 데이터는 운영자가 언제든 삭제할 수 있습니다',
        ],
      },
      ja: {
        title: 'このデモで行わないこと',
        abstract: '専用チェーンの練習用資金です。助言ではありません。',
        body: [
          'ここに実際のお金はありません。入出金はこのデモ専用のチェーンで行われます。そのコインは外では価値を持たないため、実際のコインをこのアドレスに送らないでください。',
          '- 価格はシミュレーションの場合があります',
          '- メールやSMSは、デモの誰もが読める「デモ受信箱」に届きます',
          '- データは運営者の判断でいつでも削除されることがあります',
        ],
      },
      'zh-CN': {
        title: '本演示不是什么',
        abstract: '自有链上的模拟资金，不构成建议。',
        body: [
          '这里没有真实资金。充值和提币都在本演示自己的链上进行，其币在外部没有价值，请勿向这些地址发送真实的币。',
          '- 价格可能是模拟的',
          '- 邮件和短信会进入“演示信箱”，演示中的任何人都能看到',
          '- 运营者可以随时删除数据',
        ],
      },
      'zh-TW': {
        title: '本示範不是什麼',
        abstract: '自有鏈上的模擬資金，不構成建議。',
        body: [
          '這裡沒有真實資金。充值與提幣都在本示範自己的鏈上進行，其幣在外部沒有價值，請勿向這些地址發送真實的幣。',
          '- 價格可能是模擬的',
          '- 郵件與簡訊會進入「示範信箱」，示範站中的任何人都能看到',
          '- 營運者可以隨時刪除資料',
        ],
      },
      es: {
        title: 'Lo que esta demostración no es',
        abstract: 'Dinero ficticio en una cadena propia; sin consejos.',
        body: [
          'Aquí no hay dinero real. Los depósitos y retiros pasan por una cadena propia de esta demostración: sus monedas no valen nada fuera, y nunca envíe monedas reales a sus direcciones.',
          '- Los precios pueden ser simulados',
          '- Los correos y mensajes van a un buzón que cualquiera puede leer en esta demostración',
          '- El operador puede borrar los datos cuando quiera',
        ],
      },
    },
  },
  {
    id: 902,
    updated: '2026-11-15T02:00:00Z',
    texts: {
      en: {
        title: 'How an order travels',
        abstract: 'One way, one journal, one answer.',
        body: [
          'An order is checked, given its place in one sequence, matched, written to the journal, and only then answered. Screens and charts are drawn from what is written, never from anything else.',
          'Every balance change is booked twice, so that the sum over all accounts is always exactly zero.',
        ],
      },
      ko: {
        title: '주문이 처리되는 길',
        abstract: '하나의 길, 하나의 저널, 하나의 답.',
        body: [
          '주문은 검증된 뒤 하나의 순서에 놓이고, 체결되고, 저널에 기록된 다음에야 응답됩니다. 화면과 차트는 오직 기록된 내용으로만 그려집니다.',
          '모든 잔고 변동은 복식으로 기장되어 전체 계정의 합계는 언제나 정확히 0입니다.',
        ],
      },
      ja: {
        title: '注文のたどる道',
        abstract: '道は1本、ジャーナルも1つ、答えも1つ。',
        body: [
          '注文は検証され、ただ1つの順序に並べられ、約定し、ジャーナルに書かれてから、はじめて応答されます。画面とチャートは記録された内容だけから描かれます。',
          '残高の変動はすべて複式で記帳され、全口座の合計は常にちょうどゼロです。',
        ],
      },
      'zh-CN': {
        title: '一个订单走过的路',
        abstract: '一条路径，一本日志，一个答复。',
        body: [
          '订单经过校验，排入唯一的顺序，撮合，写入日志，然后才会答复。页面和图表只依据已写入的内容绘制。',
          '每一笔余额变动都按复式记账，所有账户之和始终恰好为零。',
        ],
      },
      'zh-TW': {
        title: '一個訂單走過的路',
        abstract: '一條路徑，一本日誌，一個答覆。',
        body: [
          '訂單經過驗證，排入唯一的順序，撮合，寫入日誌，然後才會答覆。頁面與圖表只依據已寫入的內容繪製。',
          '每一筆餘額變動都以複式記帳，所有帳戶之和始終恰好為零。',
        ],
      },
      es: {
        title: 'El camino de una orden',
        abstract: 'Un camino, un diario, una respuesta.',
        body: [
          'Una orden se comprueba, recibe su lugar en una única secuencia, se empareja, se escribe en el diario y solo entonces se responde. Las pantallas y los gráficos salen de lo escrito y de nada más.',
          'Cada movimiento se anota por partida doble, de modo que la suma de todas las cuentas es siempre exactamente cero.',
        ],
      },
    },
  },
  {
    id: 901,
    updated: '2026-11-14T02:00:00Z',
    texts: {
      en: {
        title: 'What Meridian is',
        abstract: 'An open-source exchange that one command starts.',
        body: [
          'Meridian is an exchange for digital assets whose whole source code is open under the Apache 2.0 licence. One command starts it on an ordinary computer.',
          'It is built to be read, checked and run by others. This demo shows it with play money.',
        ],
      },
      ko: {
        title: 'Meridian이란?',
        abstract: '명령 하나로 시작하는 오픈 소스 거래소입니다.',
        body: [
          'Meridian은 전체 소스 코드가 Apache 2.0 라이선스로 공개된 디지털 자산 거래소입니다. 일반 컴퓨터에서 명령 하나로 시작됩니다.',
          '누구나 읽고 검증하고 직접 운영할 수 있도록 만들었습니다. 이 데모는 연습용 자금으로 그 모습을 보여 줍니다.',
        ],
      },
      ja: {
        title: 'Meridianとは',
        abstract: 'コマンド1つで動くオープンソースの取引所です。',
        body: [
          'Meridianは、すべてのソースコードをApache 2.0ライセンスで公開しているデジタル資産取引所です。普通のコンピューターでコマンド1つで起動します。',
          '誰もが読み、確かめ、動かせるように作られています。このデモでは練習用の資金でお試しいただけます。',
        ],
      },
      'zh-CN': {
        title: 'Meridian 是什么',
        abstract: '一条命令即可启动的开源交易所。',
        body: [
          'Meridian 是一个数字资产交易所，全部源代码以 Apache 2.0 许可证开放，在普通电脑上一条命令即可启动。',
          '它的设计目标是让任何人都能阅读、核查和运行。本演示以模拟资金展示它。',
        ],
      },
      'zh-TW': {
        title: 'Meridian 是什麼',
        abstract: '一道指令即可啟動的開源交易所。',
        body: [
          'Meridian 是一個數位資產交易所，全部原始碼以 Apache 2.0 授權開放，在一般電腦上一道指令即可啟動。',
          '它的設計目標是讓任何人都能閱讀、查核與執行。本示範以模擬資金呈現它。',
        ],
      },
      es: {
        title: 'Qué es Meridian',
        abstract: 'Un exchange de código abierto que arranca con un solo comando.',
        body: [
          'Meridian es un exchange de activos digitales con todo su código fuente abierto bajo la licencia Apache 2.0. Arranca con un solo comando en un ordenador corriente.',
          'Está hecho para que otros puedan leerlo, comprobarlo y ponerlo en marcha. Esta demostración lo enseña con dinero ficticio.',
        ],
      },
    },
  },
];
