import type { ArticleSource } from './article-source.ts';

/**
 * Category 5: the carousel of the home page. The pictures carry no words, so that one serves all
 * languages.
 */
export const BANNERS: readonly ArticleSource[] = [
  {
    id: 503,
    updated: '2026-11-20T01:00:00Z',
    thumbnail: '/banners/practice.svg',
    texts: {
      en: {
        title: 'Practise with play money',
        abstract: 'A full exchange, real order books, nothing to lose.',
        body: [
          'Register in a minute, take 10,000 USDT, 1 BTC and 10 ETH of play money, and trade as you would with real funds.',
          'Withdrawals lead to the chain of this demo. Play money has no value outside it.',
        ],
      },
      ko: {
        title: '연습용 자금으로 거래해 보세요',
        abstract: '완전한 거래소, 살아 있는 호가창, 잃을 것은 없습니다.',
        body: [
          '1분 만에 가입하고 연습용 10,000 USDT, 1 BTC, 10 ETH를 받아 실제처럼 거래해 보세요.',
          '출금은 이 데모의 체인으로 나갑니다. 연습용 자금은 데모 밖에서는 가치가 없습니다.',
        ],
      },
      ja: {
        title: '練習用の資金で取引',
        abstract: '本格的な取引所と板。失うものはありません。',
        body: [
          '登録は1分。練習用の10,000 USDT、1 BTC、10 ETHを受け取り、本番さながらに取引できます。',
          '出金先はこのデモのチェーンです。練習用の資金はデモの外では価値を持ちません。',
        ],
      },
      'zh-CN': {
        title: '用模拟资金练习交易',
        abstract: '完整的交易所、真实的盘口，零风险。',
        body: [
          '一分钟完成注册，领取 10,000 USDT、1 BTC 和 10 ETH 模拟资金，像真实交易一样操作。',
          '提币只到本演示自己的链上，模拟资金在演示之外没有任何价值。',
        ],
      },
      'zh-TW': {
        title: '用模擬資金練習交易',
        abstract: '完整的交易所、真實的掛單簿，零風險。',
        body: [
          '一分鐘完成註冊，領取 10,000 USDT、1 BTC 與 10 ETH 模擬資金，像真實交易一樣操作。',
          '提幣只到本示範自己的鏈上，模擬資金在示範之外沒有任何價值。',
        ],
      },
      es: {
        title: 'Practique con dinero ficticio',
        abstract: 'Un exchange completo, libros de órdenes en vivo y nada que perder.',
        body: [
          'Regístrese en un minuto, reciba 10.000 USDT, 1 BTC y 10 ETH ficticios y opere como lo haría con fondos reales.',
          'Los retiros llegan a la cadena de esta demostración. El dinero ficticio no vale nada fuera de ella.',
        ],
      },
    },
  },
  {
    id: 502,
    updated: '2026-11-20T00:30:00Z',
    thumbnail: '/banners/markets.svg',
    texts: {
      en: {
        title: 'Fourteen markets that never close',
        abstract: 'Depth, trades and charts move in real time, day and night.',
        body: [
          'Ten coins against USDT, four against BTC. Order book, trades and chart arrive over one live connection and find themselves again after a dropped line.',
        ],
      },
      ko: {
        title: '쉬지 않는 14개 마켓',
        abstract: '호가, 체결, 차트가 밤낮없이 실시간으로 움직입니다.',
        body: [
          'USDT 마켓 10개, BTC 마켓 4개. 호가창, 체결 내역, 차트를 하나의 실시간 연결로 받아 보며, 연결이 끊겨도 스스로 복구됩니다.',
        ],
      },
      ja: {
        title: '眠らない14の市場',
        abstract: '板、約定、チャートが昼夜を問わずリアルタイムで動きます。',
        body: [
          'USDT建て10銘柄、BTC建て4銘柄。板、約定、チャートは1本のリアルタイム接続で届き、切断されても自動で復旧します。',
        ],
      },
      'zh-CN': {
        title: '十四个永不休市的市场',
        abstract: '盘口、成交和图表日夜实时更新。',
        body: [
          '10 个 USDT 交易对，4 个 BTC 交易对。盘口、成交和图表通过一条实时连接送达，断线后自动恢复。',
        ],
      },
      'zh-TW': {
        title: '十四個永不休市的市場',
        abstract: '掛單簿、成交與圖表日夜即時更新。',
        body: [
          '10 個 USDT 交易對，4 個 BTC 交易對。掛單簿、成交與圖表透過一條即時連線送達，斷線後自動恢復。',
        ],
      },
      es: {
        title: 'Catorce mercados que nunca cierran',
        abstract: 'Profundidad, operaciones y gráficos en tiempo real, día y noche.',
        body: [
          'Diez monedas frente a USDT y cuatro frente a BTC. El libro, las operaciones y el gráfico llegan por una sola conexión en vivo, que se recupera sola si se corta.',
        ],
      },
    },
  },
  {
    id: 501,
    updated: '2026-11-20T00:00:00Z',
    thumbnail: '/banners/journal.svg',
    texts: {
      en: {
        title: 'Written down before it is confirmed',
        abstract: 'An order that we acknowledge is on disk. Pull the plug and see.',
        body: [
          'Each order is written to a journal before the answer leaves. After a crash, the exchange replays the journal and stands exactly where it was.',
          'An acknowledged order is never lost and never doubled.',
        ],
      },
      ko: {
        title: '확인하기 전에 먼저 기록합니다',
        abstract: '접수가 확인된 주문은 이미 디스크에 있습니다.',
        body: [
          '모든 주문은 응답이 나가기 전에 저널에 기록됩니다. 장애가 나도 거래소는 저널을 재생해 정확히 같은 상태로 돌아옵니다.',
          '접수가 확인된 주문은 사라지지도, 두 번 처리되지도 않습니다.',
        ],
      },
      ja: {
        title: '確認の前に、必ず記録する',
        abstract: '受付を返した注文は、すでにディスク上にあります。',
        body: [
          'すべての注文は、応答を返す前にジャーナルへ書き込まれます。障害が起きても、ジャーナルを再生して寸分違わぬ状態に戻ります。',
          '受付済みの注文が失われることも、二重になることもありません。',
        ],
      },
      'zh-CN': {
        title: '先记录，再确认',
        abstract: '凡是已确认的订单，都已写入磁盘。',
        body: [
          '每个订单在答复发出之前都会写入日志。即使崩溃，交易所也会重放日志，恢复到完全一致的状态。',
          '已确认的订单既不会丢失，也不会重复。',
        ],
      },
      'zh-TW': {
        title: '先記錄，再確認',
        abstract: '凡是已確認的訂單，都已寫入磁碟。',
        body: [
          '每個訂單在答覆送出之前都會寫入日誌。即使當機，交易所也會重播日誌，恢復到完全一致的狀態。',
          '已確認的訂單既不會遺失，也不會重複。',
        ],
      },
      es: {
        title: 'Primero se anota, después se confirma',
        abstract: 'Una orden confirmada ya está en el disco.',
        body: [
          'Cada orden se escribe en un diario antes de que salga la respuesta. Tras una caída, el exchange relee el diario y queda exactamente donde estaba.',
          'Una orden confirmada no se pierde ni se duplica.',
        ],
      },
    },
  },
];
