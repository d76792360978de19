import type { ArticleSource } from './article-source.ts';

/** Category 3. The newest one is the headline of the home page. */
export const NOTICES: readonly ArticleSource[] = [
  {
    id: 304,
    updated: '2026-11-20T02:00:00Z',
    texts: {
      en: {
        title: 'Spot trading is open in 14 markets',
        abstract: 'Ten coins against USDT and four against BTC, around the clock.',
        body: [
          'Spot trading is open. BTC, ETH, XRP, LTC, BCH, ADA, DOGE, DOT, LINK and EOS trade against USDT; ETH, XRP, LTC and LINK also trade against BTC.',
          '- Limit and market orders, all day, every day',
          '- Fees: 0.08 % for makers, 0.10 % for takers',
          '- Smallest order: 5 USDT or 0.0001 BTC',
          'This is a demo: all balances are play money.',
        ],
      },
      ko: {
        title: '14개 마켓에서 현물 거래를 시작했습니다',
        abstract: 'USDT 마켓 10개와 BTC 마켓 4개를 24시간 이용할 수 있습니다.',
        body: [
          '현물 거래가 시작되었습니다. USDT 마켓에서는 BTC, ETH, XRP, LTC, BCH, ADA, DOGE, DOT, LINK, EOS를, BTC 마켓에서는 ETH, XRP, LTC, LINK를 거래할 수 있습니다.',
          '- 지정가·시장가 주문, 연중무휴 24시간',
          '- 수수료: 메이커 0.08%, 테이커 0.10%',
          '- 최소 주문 금액: 5 USDT 또는 0.0001 BTC',
          '이 사이트는 데모입니다. 모든 잔고는 가상의 연습용 자금입니다.',
        ],
      },
      ja: {
        title: '14の市場で現物取引を開始しました',
        abstract: 'USDT建て10銘柄、BTC建て4銘柄を24時間取引できます。',
        body: [
          '現物取引を開始しました。USDT建てではBTC、ETH、XRP、LTC、BCH、ADA、DOGE、DOT、LINK、EOSを、BTC建てではETH、XRP、LTC、LINKを取引できます。',
          '- 指値注文と成行注文、年中無休・24時間',
          '- 手数料：メイカー0.08%、テイカー0.10%',
          '- 最小注文額：5 USDTまたは0.0001 BTC',
          'これはデモです。残高はすべて練習用の仮想資金です。',
        ],
      },
      'zh-CN': {
        title: '14 个市场的现货交易已开放',
        abstract: '10 个 USDT 交易对和 4 个 BTC 交易对，全天候交易。',
        body: [
          '现货交易现已开放。BTC、ETH、XRP、LTC、BCH、ADA、DOGE、DOT、LINK、EOS 可兑 USDT 交易；ETH、XRP、LTC、LINK 还可兑 BTC 交易。',
          '- 支持限价单和市价单，全年无休',
          '- 手续费：挂单 0.08%，吃单 0.10%',
          '- 最小下单金额：5 USDT 或 0.0001 BTC',
          '本站为演示环境，所有余额均为模拟资金。',
        ],
      },
      'zh-TW': {
        title: '14 個市場的現貨交易已開放',
        abstract: '10 個 USDT 交易對與 4 個 BTC 交易對，全天候交易。',
        body: [
          '現貨交易現已開放。BTC、ETH、XRP、LTC、BCH、ADA、DOGE、DOT、LINK、EOS 可對 USDT 交易；ETH、XRP、LTC、LINK 也可對 BTC 交易。',
          '- 支援限價單與市價單，全年無休',
          '- 手續費：掛單 0.08%，吃單 0.10%',
          '- 最小下單金額：5 USDT 或 0.0001 BTC',
          '本站為示範環境，所有餘額皆為模擬資金。',
        ],
      },
      es: {
        title: 'El trading spot abre con 14 pares',
        abstract: 'Diez monedas frente a USDT y cuatro frente a BTC, las 24 horas.',
        body: [
          'El trading spot ya está abierto. BTC, ETH, XRP, LTC, BCH, ADA, DOGE, DOT, LINK y EOS cotizan frente a USDT; ETH, XRP, LTC y LINK, también frente a BTC.',
          '- Órdenes límite y de mercado, las 24 horas, todos los días',
          '- Comisiones: 0,08 % maker y 0,10 % taker',
          '- Orden mínima: 5 USDT o 0,0001 BTC',
          'Esto es una demostración: todos los saldos son dinero ficticio.',
        ],
      },
    },
  },
  {
    id: 305,
    updated: '2026-11-22T02:00:00Z',
    texts: {
      en: {
        title: 'What is open, and what is coming',
        abstract: 'Spot, contracts, seconds contracts, deposits and withdrawals are open.',
        body: [
          'Open today:',
          '- Spot trading in 14 markets, leveraged contracts, seconds contracts with insurance, trading contests',
          '- Deposits and withdrawals on chain, transfers between your accounts',
          '- Buying and selling USDT for fiat money through acceptors, and online payment',
          '- Messages, and mails as you choose them, about what happens to your money',
          'Being built, and not open yet:',
          '- A P2P marketplace against fiat money',
          '- Earning products',
          'Their pages say so until they open. A notice will tell you when they do.',
        ],
      },
      ko: {
        title: '이용 가능한 서비스와 준비 중인 서비스',
        abstract: '현물, 계약, 초단위 계약, 입금과 출금을 이용할 수 있습니다.',
        body: [
          '현재 이용 가능:',
          '- 14개 마켓의 현물 거래, 레버리지 계약, 보험이 있는 초단위 계약, 거래 대회',
          '- 온체인 입금과 출금, 계정 간 이체',
          '- 승인 딜러를 통한 USDT 법정화폐 매매와 온라인 결제',
          '- 내 돈에 일어난 일을 알리는 메시지와 선택한 이메일 알림',
          '개발 중이며 아직 열리지 않은 서비스:',
          '- 법정화폐 P2P 마켓',
          '- 예치 상품',
          '열리기 전까지는 해당 페이지에 준비 중으로 표시되며, 열리면 공지로 알려 드립니다.',
        ],
      },
      ja: {
        title: 'ご利用いただけるサービスと準備中のサービス',
        abstract: '現物、契約、秒取引、入出金をご利用いただけます。',
        body: [
          '公開済み：',
          '- 14市場の現物取引、レバレッジ契約、保険付きの秒取引、取引コンテスト',
          '- ブロックチェーン上の入金と出金、口座間の振替',
          '- 承兌商を通じたUSDTの法定通貨売買とオンライン決済',
          '- お客様の資金に起きたことを知らせるメッセージと、選べるメール通知',
          '開発中で、まだご利用いただけないもの：',
          '- 法定通貨とのP2Pマーケット',
          '- 預入商品',
          '公開までは各ページに準備中と表示し、公開の際はお知らせでご案内します。',
        ],
      },
      'zh-CN': {
        title: '已开放与即将开放的功能',
        abstract: '现货、合约、秒合约、充值和提币已开放。',
        body: [
          '已开放：',
          '- 14 个市场的现货交易、杠杆合约、带保险的秒合约、交易比赛',
          '- 链上充值与提币、账户间划转',
          '- 通过承兑商以法币买卖 USDT，以及在线支付',
          '- 资金变动消息，以及按您选择发送的邮件',
          '正在开发，尚未开放：',
          '- 法币 C2C 市场',
          '- 理财产品',
          '开放之前，相应页面会注明尚未开放；开放时将发布公告。',
        ],
      },
      'zh-TW': {
        title: '已開放與即將開放的功能',
        abstract: '現貨、合約、秒合約、充值與提幣已開放。',
        body: [
          '已開放：',
          '- 14 個市場的現貨交易、槓桿合約、附保險的秒合約、交易比賽',
          '- 鏈上充值與提幣、帳戶間劃轉',
          '- 透過承兌商以法幣交易 USDT，以及線上支付',
          '- 資金變動訊息，以及按您選擇寄送的郵件',
          '正在開發，尚未開放：',
          '- 法幣 C2C 市場',
          '- 理財產品',
          '開放之前，相應頁面會註明尚未開放；開放時將發布公告。',
        ],
      },
      es: {
        title: 'Qué está abierto y qué vendrá',
        abstract: 'Spot, contratos, contratos por segundos, depósitos y retiros están abiertos.',
        body: [
          'Abierto hoy:',
          '- Spot en 14 mercados, contratos con apalancamiento, contratos por segundos con seguro, concursos',
          '- Depósitos y retiros en cadena, transferencias entre sus cuentas',
          '- Compra y venta de USDT con dinero fíat a través de aceptantes, y pago en línea',
          '- Mensajes sobre lo que ocurre con su dinero, y correos si los elige',
          'En construcción, aún no abierto:',
          '- Un mercado P2P con dinero fíat',
          '- Productos de rendimiento',
          'Sus páginas lo dicen hasta que abran. Un aviso se lo comunicará.',
        ],
      },
    },
  },
  {
    id: 303,
    updated: '2026-11-19T02:00:00Z',
    texts: {
      en: {
        title: 'Who quotes in the demo order books',
        abstract: 'House accounts keep the books alive. They trade by the same rules as you.',
        body: [
          'In the demo, two accounts of the house keep every order book alive: one quotes around the index price, the other trades now and then.',
          'Their orders travel the same way as yours, pay fees, and have no priority. They do not see your orders before the book does.',
          'In production mode they do not exist.',
        ],
      },
      ko: {
        title: '데모 호가창의 주문은 누가 내나요?',
        abstract: '거래소 계정이 호가를 유지하며, 고객과 같은 규칙으로 거래합니다.',
        body: [
          '데모에서는 거래소 소유 계정 두 개가 모든 호가창을 유지합니다. 하나는 지수 가격 주변에 호가를 내고, 다른 하나는 가끔 체결을 일으킵니다.',
          '이 계정의 주문은 고객의 주문과 같은 경로로 처리되고 수수료도 내며, 우선권이 없습니다. 호가창에 오르기 전에 고객의 주문을 볼 수도 없습니다.',
          '운영 모드에는 이런 계정이 없습니다.',
        ],
      },
      ja: {
        title: 'デモの板に注文を出しているのは誰か',
        abstract: '運営の口座が板を維持しています。ルールはお客様と同じです。',
        body: [
          'デモでは運営側の2つの口座がすべての板を維持しています。一方はインデックス価格の周辺に気配を出し、もう一方はときどき約定させます。',
          'これらの注文はお客様の注文と同じ経路で処理され、手数料を支払い、優先権もありません。板に載る前にお客様の注文を見ることもできません。',
          '本番モードには存在しません。',
        ],
      },
      'zh-CN': {
        title: '演示盘口里的挂单来自谁',
        abstract: '平台账户维持盘口，与您遵守同样的规则。',
        body: [
          '在演示环境中，平台的两个账户维持所有盘口：一个围绕指数价格挂单，另一个不时成交。',
          '它们的订单与您的订单走同一条路径，照付手续费，没有任何优先权，也不会在进入盘口之前看到您的订单。',
          '在生产模式中不存在这些账户。',
        ],
      },
      'zh-TW': {
        title: '示範掛單簿裡的掛單來自誰',
        abstract: '平台帳戶維持掛單簿，與您遵守相同的規則。',
        body: [
          '在示範環境中，平台的兩個帳戶維持所有掛單簿：一個圍繞指數價格掛單，另一個不時成交。',
          '它們的訂單與您的訂單走同一條路徑，照付手續費，沒有任何優先權，也不會在進入掛單簿之前看到您的訂單。',
          '在正式模式中不存在這些帳戶。',
        ],
      },
      es: {
        title: 'Quién cotiza en los libros de la demostración',
        abstract:
          'Cuentas de la plataforma mantienen activos los libros, con las mismas reglas que usted.',
        body: [
          'En la demostración, dos cuentas de la plataforma mantienen activo cada libro de órdenes: una cotiza alrededor del precio índice y la otra opera de vez en cuando.',
          'Sus órdenes siguen el mismo camino que las suyas, pagan comisión y no tienen prioridad. No ven las órdenes de nadie antes de que lleguen al libro.',
          'En modo de producción no existen.',
        ],
      },
    },
  },
  {
    id: 302,
    updated: '2026-11-18T02:00:00Z',
    texts: {
      en: {
        title: 'Where the prices come from',
        abstract: 'By default the demo simulates its market. It can also replay recorded days.',
        body: [
          'Unless the operator chooses otherwise, the index prices of this demo are simulated: they behave like a market but are not real quotes. Do not use them for decisions.',
          'The operator can replay recorded market data or take the median of several exchanges instead. The last price and the spot chart always come from the trades of this exchange itself.',
        ],
      },
      ko: {
        title: '가격은 어디에서 오나요?',
        abstract: '기본 설정에서는 시장을 모의로 생성하며, 과거 기록을 재생할 수도 있습니다.',
        body: [
          '운영자가 따로 정하지 않는 한 이 데모의 지수 가격은 모의 데이터입니다. 실제 시장처럼 움직이지만 실제 시세가 아니므로 투자 판단에 사용하지 마세요.',
          '운영자는 기록된 시세를 재생하거나 여러 거래소의 중앙값을 사용하도록 설정할 수 있습니다. 현재가와 현물 차트는 언제나 이 거래소의 체결에서 나옵니다.',
        ],
      },
      ja: {
        title: '価格の出所について',
        abstract: '初期設定ではシミュレーションです。記録データの再生もできます。',
        body: [
          '運営者が変更しない限り、このデモのインデックス価格はシミュレーションです。実際の市場のように動きますが実勢価格ではありません。投資判断には使わないでください。',
          '運営者は、記録された相場の再生や、複数の取引所の中央値を使う設定も選べます。最終価格と現物チャートは常にこの取引所自身の約定から作られます。',
        ],
      },
      'zh-CN': {
        title: '价格从何而来',
        abstract: '默认情况下行情为模拟，也可以回放历史行情。',
        body: [
          '除非运营者另行设置，本演示的指数价格均为模拟：走势像真实市场，但并非真实报价，请勿据此做任何决定。',
          '运营者也可以回放历史行情，或采用多家交易所的中位数。最新价和现货图表始终来自本交易所自己的成交。',
        ],
      },
      'zh-TW': {
        title: '價格從何而來',
        abstract: '預設情況下行情為模擬，也可以重播歷史行情。',
        body: [
          '除非營運者另行設定，本示範的指數價格均為模擬：走勢像真實市場，但並非真實報價，請勿據此做任何決定。',
          '營運者也可以重播歷史行情，或採用多家交易所的中位數。最新價與現貨圖表始終來自本交易所自己的成交。',
        ],
      },
      es: {
        title: 'De dónde salen los precios',
        abstract:
          'Por defecto la demostración simula el mercado; también puede reproducir días grabados.',
        body: [
          'Salvo que el operador elija otra cosa, los precios índice de esta demostración son simulados: se comportan como un mercado, pero no son cotizaciones reales. No los use para decidir nada.',
          'El operador también puede reproducir datos grabados o tomar la mediana de varios exchanges. El último precio y el gráfico spot salen siempre de las operaciones de este mismo exchange.',
        ],
      },
    },
  },
  {
    id: 301,
    updated: '2026-11-17T02:00:00Z',
    texts: {
      en: {
        title: 'Welcome to the Meridian demo',
        abstract: 'Look around, trade with play money, break nothing that matters.',
        body: [
          'Meridian is a complete digital-asset exchange that runs on one machine. This demo lets you try it without risk: no real money goes in or out.',
          '- Sign in with a demo account, or register one of your own',
          '- Get demo funds',
          '- Trade; restart the server if you like: your orders and balances will still be there',
        ],
      },
      ko: {
        title: 'Meridian 데모에 오신 것을 환영합니다',
        abstract: '자유롭게 둘러보고 연습용 자금으로 거래해 보세요.',
        body: [
          'Meridian은 컴퓨터 한 대에서 실행되는 완전한 디지털 자산 거래소입니다. 이 데모에서는 실제 돈이 오가지 않으므로 위험 없이 사용해 볼 수 있습니다.',
          '- 데모 계정으로 로그인하거나 직접 가입하세요',
          '- 연습용 자금을 무료로 받으세요',
          '- 거래해 보세요. 서버를 다시 시작해도 주문과 잔고는 그대로 남아 있습니다',
        ],
      },
      ja: {
        title: 'Meridianデモへようこそ',
        abstract: '練習用の資金で自由にお試しください。',
        body: [
          'Meridianは1台のマシンで動く、一通りの機能を備えたデジタル資産取引所です。このデモでは実際のお金は一切動かないため、リスクなくお試しいただけます。',
          '- デモ口座でログインするか、ご自身の口座を登録する',
          '- 練習用の資金を受け取る',
          '- 取引する。サーバーを再起動しても、注文と残高はそのまま残ります',
        ],
      },
      'zh-CN': {
        title: '欢迎使用 Meridian 演示',
        abstract: '随意浏览，用模拟资金交易。',
        body: [
          'Meridian 是一套可在单台机器上运行的完整数字资产交易所。本演示没有任何真实资金进出，您可以放心试用。',
          '- 使用演示账户登录，或自行注册',
          '- 领取模拟资金',
          '- 开始交易；即使重启服务器，您的订单和余额也不会丢失',
        ],
      },
      'zh-TW': {
        title: '歡迎使用 Meridian 示範站',
        abstract: '隨意瀏覽，用模擬資金交易。',
        body: [
          'Meridian 是一套可在單台機器上執行的完整數位資產交易所。本示範沒有任何真實資金進出，您可以放心試用。',
          '- 使用示範帳戶登入，或自行註冊',
          '- 領取模擬資金',
          '- 開始交易；即使重新啟動伺服器，您的訂單與餘額也不會遺失',
        ],
      },
      es: {
        title: 'Bienvenido a la demostración de Meridian',
        abstract: 'Explore y opere con dinero ficticio, sin riesgo.',
        body: [
          'Meridian es un exchange completo de activos digitales que funciona en una sola máquina. Con esta demostración puede probarlo sin riesgo: no entra ni sale dinero real.',
          '- Entre con una cuenta de demostración o registre la suya',
          '- Obtenga fondos demo',
          '- Opere; aunque se reinicie el servidor, sus órdenes y saldos seguirán ahí',
        ],
      },
    },
  },
];
