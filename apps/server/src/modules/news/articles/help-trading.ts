import type { ArticleSource } from './article-source.ts';

/** Category 10: orders, fees, refusals. */
export const HELP_TRADING: readonly ArticleSource[] = [
  {
    id: 1004,
    updated: '2026-11-13T03:00:00Z',
    texts: {
      en: {
        title: 'Limit and market orders',
        abstract: 'One names a price, the other takes the best there is.',
        body: [
          '# Limit',
          'You name the worst price that you accept. What finds no partner at once waits in the book until it trades or you revoke it.',
          '# Market',
          'It trades at the best prices there are and never waits. It stops 5 % away from the best price at its arrival, and never spends more than you have; the rest expires.',
        ],
      },
      ko: {
        title: '지정가 주문과 시장가 주문',
        abstract: '하나는 가격을 정하고, 하나는 가장 좋은 가격에 체결합니다.',
        body: [
          '# 지정가',
          '받아들일 수 있는 한도 가격을 정합니다. 바로 체결되지 않은 수량은 체결되거나 취소할 때까지 호가창에서 기다립니다.',
          '# 시장가',
          '현재 가장 좋은 가격에 체결되며 기다리지 않습니다. 도착 시점의 최우선 가격에서 5% 벗어나면 멈추고, 보유한 금액보다 많이 쓰지 않습니다. 남은 수량은 소멸합니다.',
        ],
      },
      ja: {
        title: '指値注文と成行注文',
        abstract: '価格を指定するか、最良の価格で約定させるか。',
        body: [
          '# 指値',
          '許容できる限度の価格を指定します。すぐに約定しなかった分は、約定するか取り消すまで板で待ちます。',
          '# 成行',
          'その時点の最良の価格で約定し、待つことはありません。到着時の最良価格から5%離れたところで止まり、お持ちの額を超えて使うこともありません。残りは失効します。',
        ],
      },
      'zh-CN': {
        title: '限价单与市价单',
        abstract: '一个指定价格，一个按最优价成交。',
        body: [
          '# 限价单',
          '由您指定可接受的最差价格。未能立即成交的部分会留在盘口，直到成交或撤单。',
          '# 市价单',
          '按当前最优价格成交，不会等待。偏离到达时最优价 5% 即停止，且绝不会花费超过您所拥有的金额；剩余部分失效。',
        ],
      },
      'zh-TW': {
        title: '限價單與市價單',
        abstract: '一個指定價格，一個依最優價成交。',
        body: [
          '# 限價單',
          '由您指定可接受的最差價格。未能立即成交的部分會留在掛單簿，直到成交或撤單。',
          '# 市價單',
          '依當前最優價格成交，不會等待。偏離到達時最優價 5% 即停止，且絕不會花費超過您所擁有的金額；剩餘部分失效。',
        ],
      },
      es: {
        title: 'Órdenes límite y de mercado',
        abstract: 'Una fija el precio; la otra toma el mejor que haya.',
        body: [
          '# Límite',
          'Usted fija el peor precio que acepta. Lo que no encuentra contraparte enseguida espera en el libro hasta que se ejecute o usted lo anule.',
          '# De mercado',
          'Se ejecuta a los mejores precios disponibles y nunca espera. Se detiene a un 5 % del mejor precio que había a su llegada y nunca gasta más de lo que usted tiene; el resto caduca.',
        ],
      },
    },
  },
  {
    id: 1005,
    updated: '2026-11-13T02:00:00Z',
    texts: {
      en: {
        title: 'Open orders and history',
        abstract: 'Where an order is, and how to take it back.',
        body: [
          'Open orders stand below the form, in a tab for buys and one for sells. Revoke takes an order out of the book and frees what was held for it.',
          'The history shows what was dealt: time, pair, quantity, price, total, state and direction. While an order is open, its funds are held: you still own them but cannot spend them twice.',
        ],
      },
      ko: {
        title: '미체결 주문과 거래 내역',
        abstract: '주문이 어디 있는지, 어떻게 취소하는지.',
        body: [
          '미체결 주문은 주문 양식 아래 매수·매도 탭에 있습니다. 취소하면 호가창에서 빠지고 묶여 있던 자금이 풀립니다.',
          '거래 내역에는 시간, 마켓, 수량, 가격, 거래 금액, 상태, 방향이 표시됩니다. 주문이 열려 있는 동안 자금은 보류됩니다. 여전히 고객의 자산이지만 두 번 쓸 수는 없습니다.',
        ],
      },
      ja: {
        title: '未約定の注文と履歴',
        abstract: '注文の場所と取り消し方。',
        body: [
          '未約定の注文は、フォームの下の買い・売りのタブにあります。取り消すと板から外れ、拘束されていた資金が戻ります。',
          '履歴には日時、銘柄、数量、価格、約定代金、状態、売買の別が表示されます。注文が残っている間、その資金は拘束されます。お客様のものですが、二重には使えません。',
        ],
      },
      'zh-CN': {
        title: '当前委托与历史委托',
        abstract: '订单在哪里，如何撤回。',
        body: [
          '当前委托显示在表单下方，分买入和卖出两个标签。撤单会把订单移出盘口，并释放冻结的资金。',
          '历史委托显示时间、交易对、数量、价格、成交额、状态和方向。订单未完结期间，相关资金会被冻结：仍归您所有，但不能重复使用。',
        ],
      },
      'zh-TW': {
        title: '目前委託與歷史委託',
        abstract: '訂單在哪裡，如何撤回。',
        body: [
          '目前委託顯示在表單下方，分買入與賣出兩個分頁。撤單會把訂單移出掛單簿，並釋放凍結的資金。',
          '歷史委託顯示時間、交易對、數量、價格、成交額、狀態與方向。訂單未完結期間，相關資金會被凍結：仍歸您所有，但不能重複使用。',
        ],
      },
      es: {
        title: 'Órdenes abiertas e historial',
        abstract: 'Dónde está una orden y cómo anularla.',
        body: [
          'Las órdenes abiertas están bajo el formulario, en una pestaña de compras y otra de ventas. Anular saca la orden del libro y libera lo retenido.',
          'El historial muestra lo ejecutado: hora, par, cantidad, precio, total, estado y sentido. Mientras una orden está abierta, sus fondos quedan retenidos: siguen siendo suyos, pero no se pueden gastar dos veces.',
        ],
      },
    },
  },
  {
    id: 1006,
    updated: '2026-11-13T01:00:00Z',
    texts: {
      en: {
        title: 'Why an order was refused',
        abstract: 'The usual reasons, and what to do.',
        body: [
          'A refused order changes nothing: no balance moves and nothing is held.',
          '- Balance insufficient: lower the quantity, or get demo funds',
          '- Order too small: at least 5 USDT or 0.0001 BTC',
          '- Price outside the band: limit prices must lie within 20 % of the index price',
          '- Price or quantity off the grid: use the steps that the form shows',
          '- Index price stale: market orders wait until prices arrive again',
        ],
      },
      ko: {
        title: '주문이 거부되는 이유',
        abstract: '흔한 이유와 해결 방법.',
        body: [
          '거부된 주문은 아무것도 바꾸지 않습니다. 잔고도 움직이지 않고 자금도 묶이지 않습니다.',
          '- 잔고 부족: 수량을 줄이거나 연습용 자금을 받으세요',
          '- 주문 금액이 너무 작음: 최소 5 USDT 또는 0.0001 BTC',
          '- 가격 범위 초과: 지정가는 지수 가격의 ±20% 이내여야 합니다',
          '- 가격·수량 단위 오류: 양식에 표시된 단위를 사용하세요',
          '- 지수 가격 지연: 가격이 다시 들어올 때까지 시장가 주문을 받지 않습니다',
        ],
      },
      ja: {
        title: '注文が受け付けられない理由',
        abstract: 'よくある理由と対処方法。',
        body: [
          '受け付けられなかった注文は何も変えません。残高も動かず、資金も拘束されません。',
          '- 残高不足：数量を減らすか、練習用の資金を受け取ってください',
          '- 金額が小さすぎる：5 USDTまたは0.0001 BTC以上が必要です',
          '- 価格が範囲外：指値はインデックス価格の上下20%以内にしてください',
          '- 価格や数量の刻みが合わない：フォームに表示された刻みを使ってください',
          '- インデックス価格が古い：価格が再び届くまで成行注文はお待ちください',
        ],
      },
      'zh-CN': {
        title: '订单为何被拒绝',
        abstract: '常见原因及处理办法。',
        body: [
          '被拒绝的订单不会改变任何东西：余额不动，也不会冻结资金。',
          '- 余额不足：减少数量，或领取模拟资金',
          '- 金额过小：至少 5 USDT 或 0.0001 BTC',
          '- 价格超出范围：限价须在指数价格上下 20% 以内',
          '- 价格或数量不符合步长：请使用表单显示的步长',
          '- 指数价格过期：价格恢复之前不接受市价单',
        ],
      },
      'zh-TW': {
        title: '訂單為何被拒絕',
        abstract: '常見原因與處理方式。',
        body: [
          '被拒絕的訂單不會改變任何東西：餘額不動，也不會凍結資金。',
          '- 餘額不足：減少數量，或領取模擬資金',
          '- 金額過小：至少 5 USDT 或 0.0001 BTC',
          '- 價格超出範圍：限價須在指數價格上下 20% 以內',
          '- 價格或數量不符合級距：請使用表單顯示的級距',
          '- 指數價格過期：價格恢復之前不接受市價單',
        ],
      },
      es: {
        title: 'Por qué se rechaza una orden',
        abstract: 'Los motivos habituales y qué hacer.',
        body: [
          'Una orden rechazada no cambia nada: ningún saldo se mueve y nada queda retenido.',
          '- Saldo insuficiente: reduzca la cantidad u obtenga fondos demo',
          '- Orden demasiado pequeña: como mínimo 5 USDT o 0,0001 BTC',
          '- Precio fuera de banda: el límite debe estar a menos de un 20 % del precio índice',
          '- Precio o cantidad que no respeta el incremento mínimo: use los que indica el formulario',
          '- Precio índice desactualizado: no se admiten órdenes de mercado hasta que vuelvan los precios',
        ],
      },
    },
  },
];
