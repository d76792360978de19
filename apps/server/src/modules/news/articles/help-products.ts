import { WITHDRAWAL_HOLD_HOURS } from '@meridian/contract/security/withdrawal-hold';
import type { ArticleSource } from './article-source.ts';

/** Category 10: the products besides spot. */
export const HELP_PRODUCTS: readonly ArticleSource[] = [
  {
    id: 1012,
    updated: '2026-11-22T01:50:00Z',
    texts: {
      en: {
        title: 'Leveraged contracts',
        abstract: 'How a contract is opened, what it costs, when it is liquidated.',
        body: [
          'You trade with the exchange at its index price, not against other customers. Money for contracts stands in the contract account: move it there first.',
          '- Long gains when the price rises, short when it falls; leverage 5 to 100 times',
          '- Take-profit and stop-loss close a position by themselves',
          '- All positions of a currency share one margin: below a margin ratio of 30 % they are liquidated. You are warned at twice that ratio and again at 1.3 times, but a sudden move can be faster',
          '- Your closed positions say why they ended, and at which price',
          'You can lose your whole contract account, never more. The costs stand under “Fees”.',
        ],
      },
      ko: {
        title: '레버리지 계약',
        abstract: '계약을 여는 방법, 비용, 강제 청산 시점.',
        body: [
          '다른 고객이 아니라 거래소와 지수 가격으로 거래합니다. 계약에 쓸 돈은 계약 계정에 있어야 하므로 먼저 옮기세요.',
          '- 롱은 가격이 오르면, 숏은 내리면 이익입니다. 레버리지는 5~100배입니다',
          '- 익절과 손절은 포지션을 자동으로 종료합니다',
          '- 한 통화의 모든 포지션이 증거금을 공유하며 증거금률이 30% 아래로 떨어지면 강제 청산됩니다. 그 두 배와 1.3배에서 경고하지만 급변할 때는 더 빠를 수 있습니다',
          '- 종료된 포지션에는 종료 사유와 가격이 표시됩니다',
          '계약 계정 전액을 잃을 수 있지만 그 이상은 잃지 않습니다. 비용은 ‘수수료’를 참고하세요.',
        ],
      },
      ja: {
        title: 'レバレッジ契約',
        abstract: '契約の建て方、費用、ロスカットの条件。',
        body: [
          'ほかのお客様ではなく取引所と、指数価格で取引します。資金は契約口座に置くため、先に振り替えてください。',
          '- ロングは値上がり、ショートは値下がりで利益になります。レバレッジは5〜100倍です',
          '- 利確と損切りはポジションを自動で決済します',
          '- 同じ通貨のポジションは証拠金を共有し、証拠金率が30%を下回るとロスカットされます。その2倍と1.3倍で警告しますが、急変時は間に合わないことがあります',
          '- 決済されたポジションには理由と価格が表示されます',
          '契約口座の全額を失うことはありますが、それ以上は失いません。費用は「手数料」をご覧ください。',
        ],
      },
      'zh-CN': {
        title: '杠杆合约',
        abstract: '如何开仓、费用多少、何时强平。',
        body: [
          '您以指数价格与交易所成交，而不是与其他用户成交。合约资金放在合约账户，请先划转。',
          '- 做多在价格上涨时盈利，做空在下跌时盈利；杠杆 5 至 100 倍',
          '- 止盈和止损会自动平仓',
          '- 同一币种的仓位共用保证金，保证金率低于 30% 即强平。达到该比率的两倍和 1.3 倍时会预警，但行情剧变时可能来不及',
          '- 已平仓位会显示平仓原因和价格',
          '您最多损失合约账户中的全部资金，不会更多。费用见“手续费”。',
        ],
      },
      'zh-TW': {
        title: '槓桿合約',
        abstract: '如何開倉、費用多少、何時強制平倉。',
        body: [
          '您以指數價格與交易所成交，而不是與其他用戶成交。合約資金放在合約帳戶，請先劃轉。',
          '- 做多在價格上漲時獲利，做空在下跌時獲利；槓桿 5 至 100 倍',
          '- 停利和停損會自動平倉',
          '- 同一幣種的倉位共用保證金，保證金率低於 30% 即強制平倉。達到該比率的兩倍和 1.3 倍時會預警，但行情劇變時可能來不及',
          '- 已平倉位會顯示平倉原因和價格',
          '您最多損失合約帳戶中的全部資金，不會更多。費用見「手續費」。',
        ],
      },
      es: {
        title: 'Contratos con apalancamiento',
        abstract: 'Cómo se abre un contrato, qué cuesta y cuándo se liquida.',
        body: [
          'Usted opera con el exchange al precio de su índice, no contra otros clientes. El dinero está en la cuenta de contratos: transfiéralo antes.',
          '- Largo gana cuando el precio sube y corto cuando baja; apalancamiento de 5 a 100 veces',
          '- El take-profit y el stop-loss cierran la posición por sí solos',
          '- Las posiciones de una moneda comparten el margen: por debajo de una tasa de 30 % se liquidan. Se le avisa al doble de esa tasa y otra vez a 1,3 veces, pero un movimiento brusco puede ser más rápido',
          '- Las posiciones cerradas dicen por qué terminaron y a qué precio',
          'Puede perder toda su cuenta de contratos, nunca más. Los costes están en «Comisiones».',
        ],
      },
    },
  },
  {
    id: 1013,
    updated: '2026-11-22T01:45:00Z',
    texts: {
      en: {
        title: 'Seconds contracts',
        abstract: 'A bet on the direction of a price, with open prices for both ends.',
        body: [
          'You say whether the index is higher or lower after 30 to 300 seconds, and put a stake on it.',
          '- The open price is the first index price that is quoted after your order, the end price the last one in time. Equal prices return stake and fee',
          '- Each contract shows both prices; the verify page computes the outcome in your browser from the public price file',
          '- The fee belongs to the loss as well as to the win: the page says how often one must be right to break even',
          'This product is banned or restricted in several countries. Only play with what you can lose.',
        ],
      },
      ko: {
        title: '초단위 계약',
        abstract: '양쪽 가격이 모두 공개되는 가격 방향 예측.',
        body: [
          '30~300초 뒤 지수가 오를지 내릴지 고르고 금액을 겁니다.',
          '- 시작 가격은 주문 뒤 첫 지수, 종료 가격은 제시간의 마지막 지수입니다. 같으면 금액과 수수료를 돌려드립니다',
          '- 계약마다 두 가격이 표시되며, 검증 페이지에서 공개 가격 파일로 결과를 직접 계산할 수 있습니다',
          '- 수수료는 이겨도 져도 부과됩니다. 본전이 되는 적중률은 화면에 표시됩니다',
          '여러 나라에서 금지되거나 제한된 상품입니다. 잃어도 되는 금액만 사용하세요.',
        ],
      },
      ja: {
        title: '秒取引',
        abstract: '両端の価格が公開される、値動きの方向への賭け。',
        body: [
          '30〜300秒後に指数が上か下かを選び、金額を賭けます。',
          '- 開始価格は注文後の最初の指数、終了価格は期限内の最後の指数です。同じなら投資額と手数料が戻ります',
          '- 契約ごとに両方の価格を表示します。検証ページで公開価格ファイルから結果を計算できます',
          '- 手数料は勝っても負けてもかかります。損益ゼロになる的中率は画面に表示されます',
          '複数の国で禁止または制限されている商品です。失ってもよい金額だけにしてください。',
        ],
      },
      'zh-CN': {
        title: '秒合约',
        abstract: '对价格方向的竞猜，两端价格均公开。',
        body: [
          '您选择指数在 30 至 300 秒后上涨还是下跌，并投入金额。',
          '- 开盘价为下单后的第一个指数价，结束价为到期前最后一个指数价。价格相同则退回本金和手续费',
          '- 每笔合约显示两端价格；验证页面可用公开价格文件在浏览器中计算结果',
          '- 盈亏都会收取手续费，页面会显示保本所需的胜率',
          '该产品在多个国家被禁止或限制，请只投入可以承受损失的金额。',
        ],
      },
      'zh-TW': {
        title: '秒合約',
        abstract: '對價格方向的競猜，兩端價格均公開。',
        body: [
          '您選擇指數在 30 至 300 秒後上漲還是下跌，並投入金額。',
          '- 開始價為下單後的第一個指數價，結束價為到期前最後一個指數價。價格相同則退回本金和手續費',
          '- 每筆合約顯示兩端價格；驗證頁面可用公開價格檔案在瀏覽器中計算結果',
          '- 輸贏都會收取手續費，頁面會顯示保本所需的勝率',
          '該產品在多個國家被禁止或限制，請只投入可以承受損失的金額。',
        ],
      },
      es: {
        title: 'Contratos por segundos',
        abstract: 'Una apuesta sobre la dirección de un precio, con ambos precios a la vista.',
        body: [
          'Usted dice si el índice estará más alto o más bajo tras 30 a 300 segundos y pone un importe.',
          '- El precio inicial es el primer índice cotizado tras su orden y el final, el último a tiempo. Si son iguales, se devuelven importe y comisión',
          '- Cada contrato muestra ambos precios; la página de verificación calcula el resultado en su navegador con el fichero público',
          '- La comisión se paga al ganar y al perder: la página dice con qué acierto se queda en cero',
          'Este producto está prohibido o limitado en varios países. Use solo lo que pueda perder.',
        ],
      },
    },
  },
  {
    id: 1014,
    updated: '2026-11-23T12:00:00Z',
    texts: {
      en: {
        title: 'Deposits and withdrawals',
        abstract: 'Addresses, confirmations, review, and what you are told.',
        body: [
          '- A deposit address belongs to one network: coins sent over another one are lost',
          '- A deposit is credited after its confirmations; you are told when it is seen and when it is credited',
          '- You confirm each withdrawal with your passkey or authenticator. Without either we send you a code: the message shows the whole address, compare it. Nobody from us asks for that code',
          '- Larger withdrawals, new addresses and new devices wait for our staff; until it is sent you can cancel it',
          '- If it is rejected, the reason stands in your messages and in the record, and the amount is available again',
          `- After a change of security withdrawals wait ${WITHDRAWAL_HOLD_HOURS} hours`,
          'Fees and least amounts stand on the form and under “Fees”.',
        ],
      },
      ko: {
        title: '입금과 출금',
        abstract: '주소, 승인, 심사와 알림.',
        body: [
          '- 입금 주소는 한 네트워크에만 속합니다. 다른 네트워크로 보낸 코인은 잃게 됩니다',
          '- 입금은 승인 횟수를 채우면 반영되며, 도착했을 때와 반영되었을 때 알려 드립니다',
          '- 출금할 때마다 패스키나 인증 앱으로 확인합니다. 둘 다 없으면 코드를 보내 드립니다. 메시지에 적힌 전체 주소를 비교하세요. 저희는 그 코드를 묻지 않습니다',
          '- 큰 금액, 새 주소, 새 기기는 담당자가 확인하며 보내기 전까지 취소할 수 있습니다',
          '- 거절되면 사유가 메시지와 기록에 남고 금액은 다시 사용할 수 있습니다',
          `- 보안 설정을 바꾸면 ${WITHDRAWAL_HOLD_HOURS}시간 동안 출금이 보류됩니다`,
          '수수료와 최소 금액은 출금 화면과 ‘수수료’에 있습니다.',
        ],
      },
      ja: {
        title: '入金と出金',
        abstract: 'アドレス、承認、審査、お知らせ。',
        body: [
          '- 入金アドレスは一つのネットワーク専用です。別のネットワークで送ったコインは失われます',
          '- 入金は承認数に達すると反映されます。届いたときと反映されたときにお知らせします',
          '- 出金ごとにパスキーまたは認証アプリで確認します。どちらもない場合はコードをお送りします。メッセージに記載されたアドレス全体を見比べてください。当社がそのコードを尋ねることはありません',
          '- 高額、新しいアドレス、新しい端末は担当者が確認し、送金前なら取り消せます',
          '- 承認されなかった場合は理由がメッセージと履歴に表示され、金額は再び利用できます',
          `- セキュリティを変更すると${WITHDRAWAL_HOLD_HOURS}時間は出金が保留されます`,
          '手数料と最低額は出金画面と「手数料」にあります。',
        ],
      },
      'zh-CN': {
        title: '充值与提币',
        abstract: '地址、确认、审核与通知。',
        body: [
          '- 充值地址只属于一个网络，通过其他网络发送的币会丢失',
          '- 充值达到确认数后到账，看到交易和到账时都会通知您',
          '- 每笔提币都由您用通行密钥或身份验证器确认。两者都没有时，我们会发送验证码：消息中列有完整地址，请核对。我们不会向您索取该验证码',
          '- 大额、新地址和新设备由工作人员审核，发送前可以取消',
          '- 如被拒绝，原因会显示在消息和记录中，金额退回可用余额',
          `- 修改安全设置后 ${WITHDRAWAL_HOLD_HOURS} 小时内暂停提币`,
          '手续费和最低金额见提币页面和“手续费”。',
        ],
      },
      'zh-TW': {
        title: '充值與提幣',
        abstract: '地址、確認、審核與通知。',
        body: [
          '- 充值地址只屬於一個網路，透過其他網路發送的幣會遺失',
          '- 充值達到確認數後入帳，看到交易和入帳時都會通知您',
          '- 每筆提幣都由您用通行金鑰或驗證器確認。兩者都沒有時，我們會傳送驗證碼：訊息中列有完整地址，請核對。我們不會向您索取該驗證碼',
          '- 大額、新地址和新裝置由工作人員審核，發送前可以取消',
          '- 如被拒絕，原因會顯示在訊息和紀錄中，金額退回可用餘額',
          `- 修改安全設定後 ${WITHDRAWAL_HOLD_HOURS} 小時內暫停提幣`,
          '手續費和最低金額見提幣頁面和「手續費」。',
        ],
      },
      es: {
        title: 'Depósitos y retiros',
        abstract: 'Direcciones, confirmaciones, revisión y avisos.',
        body: [
          '- Una dirección de depósito pertenece a una red: lo enviado por otra se pierde',
          '- Un depósito se acredita tras sus confirmaciones; se le avisa cuando se ve y cuando se acredita',
          '- Cada retiro se confirma con su llave de acceso o su aplicación de autenticación. Sin ninguna de ellas le enviamos un código: el mensaje muestra la dirección completa, compárela. Nadie de nosotros le pide ese código',
          '- Los importes grandes, las direcciones y los dispositivos nuevos esperan a nuestro personal; hasta el envío puede cancelarlo',
          '- Si se rechaza, el motivo está en sus mensajes y en el registro, y el importe vuelve a estar disponible',
          `- Tras un cambio de seguridad los retiros esperan ${WITHDRAWAL_HOLD_HOURS} horas`,
          'Las comisiones y los mínimos están en el formulario y en «Comisiones».',
        ],
      },
    },
  },
  {
    id: 1015,
    updated: '2026-11-22T01:35:00Z',
    texts: {
      en: {
        title: 'Verifying your identity',
        abstract: 'What is asked, who sees it, what it opens.',
        body: [
          '- Name and number of a document, and three pictures: front, back, and you with it',
          '- Only reviewers open the pictures, and each time is written down',
          '- You are told of the decision, with the reason where something has to be done again',
          '- A verified identity raises the daily limit and opens deals with acceptors and contest prizes; a proof of assets raises it further',
        ],
      },
      ko: {
        title: '신원 인증',
        abstract: '무엇이 필요하고 누가 보며 무엇이 열리는지.',
        body: [
          '- 신분증의 이름과 번호, 그리고 앞면, 뒷면, 본인과 함께 찍은 사진 세 장',
          '- 사진은 심사 담당자만 열람하며 열람할 때마다 기록됩니다',
          '- 결과를 알려 드리며 다시 해야 할 때는 사유도 함께 알립니다',
          '- 인증하면 일일 한도가 높아지고 승인 딜러 거래와 대회 상금을 이용할 수 있습니다. 자산 증빙을 하면 한도가 더 높아집니다',
        ],
      },
      ja: {
        title: '本人確認',
        abstract: '必要なもの、閲覧者、できるようになること。',
        body: [
          '- 書類の氏名と番号、表面・裏面・本人と一緒の写真の3枚',
          '- 写真を開くのは審査担当者だけで、そのたびに記録されます',
          '- 結果をお知らせし、やり直しが必要な場合は理由もお伝えします',
          '- 確認が済むと1日の限度額が上がり、承兌商との取引とコンテストの賞金が利用できます。資産証明でさらに上がります',
        ],
      },
      'zh-CN': {
        title: '身份认证',
        abstract: '需要什么、谁能看到、开放什么。',
        body: [
          '- 证件姓名与号码，以及正面、反面和手持证件的三张照片',
          '- 只有审核人员可以打开照片，每次都有记录',
          '- 审核结果会通知您，如需重新提交会说明原因',
          '- 认证后每日限额提高，并可与承兑商交易、领取比赛奖金；资产证明可进一步提高限额',
        ],
      },
      'zh-TW': {
        title: '身分認證',
        abstract: '需要什麼、誰能看到、開放什麼。',
        body: [
          '- 證件姓名與號碼，以及正面、反面和手持證件的三張照片',
          '- 只有審核人員可以打開照片，每次都有紀錄',
          '- 審核結果會通知您，如需重新提交會說明原因',
          '- 認證後每日限額提高，並可與承兌商交易、領取比賽獎金；資產證明可進一步提高限額',
        ],
      },
      es: {
        title: 'Verificar su identidad',
        abstract: 'Qué se pide, quién lo ve y qué permite.',
        body: [
          '- Nombre y número de un documento y tres fotos: anverso, reverso y usted con él',
          '- Solo los revisores abren las fotos, y cada vez queda registrada',
          '- Se le comunica la decisión, con el motivo si hay que repetir algo',
          '- Una identidad verificada sube el límite diario y permite operar con aceptantes y cobrar premios; un comprobante de activos lo sube más',
        ],
      },
    },
  },
  {
    id: 1016,
    updated: '2026-11-22T01:30:00Z',
    texts: {
      en: {
        title: 'Buying and selling through acceptors',
        abstract: 'How USDT are exchanged for money outside, and what protects you.',
        body: [
          '- The seller’s coins are held from the beginning until the deal is over',
          '- Buying: pay the acceptor exactly the amount and mark it within 30 minutes; the coins are yours when the acceptor confirms',
          '- Selling: only your confirmation or a ruling releases your coins. If the acceptor marks no payment within 30 minutes, they come back; without your answer to a mark within 24 hours an operator decides',
          '- A dispute stops everything: an operator decides, and both sides read the reason',
          'Never confirm before the money is in your account.',
        ],
      },
      ko: {
        title: '승인 딜러로 사고팔기',
        abstract: 'USDT를 외부 자금으로 바꾸는 방법과 보호 장치.',
        body: [
          '- 판매자의 코인은 거래가 끝날 때까지 처음부터 묶여 있습니다',
          '- 구매: 정확한 금액을 승인 딜러에게 보내고 30분 안에 표시하면 승인 딜러가 확인한 뒤 코인을 받습니다',
          '- 판매: 코인은 본인의 확인이나 판정으로만 지급됩니다. 승인 딜러가 30분 안에 송금 완료로 표시하지 않으면 코인이 돌아오고, 표시된 뒤 24시간 안에 응답하지 않으면 담당자가 판정합니다',
          '- 분쟁이 생기면 모두 멈추고 담당자가 판정하며 양쪽이 사유를 볼 수 있습니다',
          '돈이 계좌에 들어오기 전에는 절대 확인하지 마세요.',
        ],
      },
      ja: {
        title: '承兌商での売買',
        abstract: 'USDTを外部の資金と交換する方法と保護の仕組み。',
        body: [
          '- 売り手のコインは取引が終わるまで最初から拘束されます',
          '- 購入：承兌商に正確な金額を支払い、30分以内に送金済みにすると、承兌商の確認後にコインを受け取れます',
          '- 売却：コインはご自身の確認か裁定でのみ渡ります。承兌商が30分以内に送金済みにしなければコインは戻り、送金済みの後24時間以内に回答がなければ担当者が裁定します',
          '- 異議があるとすべて止まり、担当者が裁定し、双方が理由を確認できます',
          'お金が口座に入る前に、決して確認しないでください。',
        ],
      },
      'zh-CN': {
        title: '通过承兑商买卖',
        abstract: '如何用站外资金兑换 USDT，以及如何保护您。',
        body: [
          '- 卖方的币从一开始就被冻结，直到交易结束',
          '- 买入：向承兑商支付准确金额并在 30 分钟内标记，承兑商确认后币归您',
          '- 卖出：只有您确认或裁决才会放币；承兑商 30 分钟内未标记付款，币自动退回；标记后 24 小时内未答复由客服裁决',
          '- 申诉会暂停一切，由工作人员裁决，双方都能看到原因',
          '款项到账之前，切勿确认。',
        ],
      },
      'zh-TW': {
        title: '透過承兌商交易',
        abstract: '如何用站外資金兌換 USDT，以及如何保護您。',
        body: [
          '- 賣方的幣從一開始就被凍結，直到交易結束',
          '- 買入：向承兌商支付準確金額並在 30 分鐘內標記，承兌商確認後幣歸您',
          '- 賣出：只有您確認或裁決才會放幣；承兌商 30 分鐘內未標記付款，幣自動退回；標記後 24 小時內未答覆由客服裁決',
          '- 申訴會暫停一切，由工作人員裁決，雙方都能看到原因',
          '款項入帳之前，切勿確認。',
        ],
      },
      es: {
        title: 'Comprar y vender con aceptantes',
        abstract: 'Cómo se cambian USDT por dinero de fuera y qué le protege.',
        body: [
          '- Las monedas del vendedor quedan retenidas desde el principio hasta el final',
          '- Comprar: pague al aceptante el importe exacto y márquelo en 30 minutos; las monedas son suyas cuando confirme',
          '- Vender: solo su confirmación o una resolución libera sus monedas. Si el aceptante no marca un pago en 30 minutos, vuelven; sin su respuesta a una marca en 24 horas decide un operador',
          '- Una disputa lo detiene todo: decide un operador y ambas partes leen el motivo',
          'No confirme nunca antes de tener el dinero en su cuenta.',
        ],
      },
    },
  },
  {
    id: 1017,
    updated: '2026-11-22T01:25:00Z',
    texts: {
      en: {
        title: 'Trading contests',
        abstract: 'Contracts with play money, a ranking, prizes.',
        body: [
          '- Who joins a season gets the same starting balance in play money, which can do nothing but be traded in the contest',
          '- The ranking compares what each has at the end, open positions at the index price',
          '- Prizes are paid in USDT to those whose identity is verified; you are told when yours is paid',
          '- Play money is taken back when a season ends',
        ],
      },
      ko: {
        title: '거래 대회',
        abstract: '가상 자금으로 하는 계약 거래, 순위와 상금.',
        body: [
          '- 시즌에 참가하면 모두 같은 가상 자금을 받으며 대회 안에서만 쓸 수 있습니다',
          '- 순위는 종료 시점의 자산으로 정하며 열린 포지션은 지수 가격으로 계산합니다',
          '- 상금은 신원 인증을 마친 참가자에게 USDT로 지급되며 지급되면 알려 드립니다',
          '- 가상 자금은 시즌이 끝나면 회수됩니다',
        ],
      },
      ja: {
        title: '取引コンテスト',
        abstract: '練習用資金での契約取引、順位と賞金。',
        body: [
          '- シーズンに参加すると全員が同じ練習用資金を受け取り、コンテストの中だけで使えます',
          '- 順位は終了時の資産で決まり、建玉は指数価格で計算します',
          '- 賞金は本人確認が済んだ方にUSDTで支払われ、支払い時にお知らせします',
          '- 練習用資金はシーズン終了時に回収されます',
        ],
      },
      'zh-CN': {
        title: '交易比赛',
        abstract: '用模拟资金交易合约，排名与奖金。',
        body: [
          '- 参赛者获得相同的模拟资金，只能在比赛中使用',
          '- 排名比较结束时的资产，未平仓位按指数价格计算',
          '- 奖金以 USDT 支付给已通过身份认证的参赛者，到账时会通知您',
          '- 赛季结束后模拟资金将收回',
        ],
      },
      'zh-TW': {
        title: '交易比賽',
        abstract: '用模擬資金交易合約，排名與獎金。',
        body: [
          '- 參賽者獲得相同的模擬資金，只能在比賽中使用',
          '- 排名比較結束時的資產，未平倉位按指數價格計算',
          '- 獎金以 USDT 支付給已通過身分認證的參賽者，入帳時會通知您',
          '- 賽季結束後模擬資金將收回',
        ],
      },
      es: {
        title: 'Concursos de trading',
        abstract: 'Contratos con dinero ficticio, clasificación y premios.',
        body: [
          '- Quien entra en una temporada recibe el mismo saldo ficticio, que solo sirve en el concurso',
          '- La clasificación compara lo que cada uno tiene al final, con las posiciones al precio del índice',
          '- Los premios se pagan en USDT a quienes tienen la identidad verificada; se le avisa al pagarlo',
          '- El dinero ficticio se retira al acabar la temporada',
        ],
      },
    },
  },
];
