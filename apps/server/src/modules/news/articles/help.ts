import type { ArticleSource } from './article-source.ts';

/** Category 10: first steps. */
export const HELP: readonly ArticleSource[] = [
  {
    id: 1001,
    updated: '2026-11-13T06:00:00Z',
    texts: {
      en: {
        title: 'Getting started',
        abstract: 'From the first visit to the first trade.',
        body: [
          '# With a demo account',
          'Sign in as demo@meridian.test with the password Demo1234. It is funded already.',
          '# With your own account',
          '- Choose Register, enter an e-mail address and ask for a code',
          '- In the demo no mail is sent: read the code in the “Demo outbox”',
          '- Set a password of 8 to 64 characters with letters and digits; a phrase is good',
          '- Get demo funds, open Spot, and place an order',
        ],
      },
      ko: {
        title: '시작하기',
        abstract: '첫 방문부터 첫 거래까지.',
        body: [
          '# 데모 계정으로',
          'demo@meridian.test, 비밀번호 Demo1234로 로그인하세요. 이미 자금이 들어 있습니다.',
          '# 내 계정으로',
          '- 회원가입을 선택하고 이메일 주소를 입력한 뒤 인증번호를 요청하세요',
          '- 데모에서는 메일이 발송되지 않으므로 ‘데모 수신함’에서 인증번호를 확인하세요',
          '- 영문과 숫자를 포함해 8~64자의 비밀번호를 정하세요. 문장도 좋습니다',
          '- 데모 자금을 받고 현물 거래 화면에서 주문해 보세요',
        ],
      },
      ja: {
        title: 'はじめに',
        abstract: '初めての訪問から最初の取引まで。',
        body: [
          '# デモ口座で',
          'demo@meridian.test、パスワードDemo1234でログインしてください。資金はすでに入っています。',
          '# ご自身の口座で',
          '- 「登録」からメールアドレスを入力し、認証コードを請求します',
          '- デモではメールは送信されません。「デモ受信箱」でコードを確認してください',
          '- 英字と数字を含む8〜64文字のパスワードを設定します。文章でも構いません',
          '- デモ資金を受け取り、現物取引の画面で注文してみましょう',
        ],
      },
      'zh-CN': {
        title: '新手入门',
        abstract: '从第一次访问到第一笔交易。',
        body: [
          '# 使用演示账户',
          '使用 demo@meridian.test 和密码 Demo1234 登录，账户内已有资金。',
          '# 使用自己的账户',
          '- 选择注册，输入邮箱地址并获取验证码',
          '- 演示环境不会真的发送邮件，请在“演示信箱”中查看验证码',
          '- 设置 8 至 64 位、同时包含字母和数字的密码，可以是一句话',
          '- 领取体验金，打开现货交易并下单',
        ],
      },
      'zh-TW': {
        title: '新手入門',
        abstract: '從第一次造訪到第一筆交易。',
        body: [
          '# 使用示範帳戶',
          '使用 demo@meridian.test 與密碼 Demo1234 登入，帳戶內已有資金。',
          '# 使用自己的帳戶',
          '- 選擇註冊，輸入電子郵件地址並取得驗證碼',
          '- 示範環境不會真的寄出郵件，請在「示範信箱」中查看驗證碼',
          '- 設定 8 至 64 個字元、同時包含英文字母與數字的密碼，可以是一句話',
          '- 領取體驗金，開啟現貨交易並下單',
        ],
      },
      es: {
        title: 'Primeros pasos',
        abstract: 'De la primera visita a la primera operación.',
        body: [
          '# Con una cuenta de demostración',
          'Entre como demo@meridian.test con la contraseña Demo1234. Ya tiene fondos.',
          '# Con su propia cuenta',
          '- Elija Registrarse, escriba un correo y pida un código',
          '- En la demostración no se envía ningún correo: lea el código en el «Buzón demo»',
          '- Ponga una contraseña de 8 a 64 caracteres con letras y cifras; una frase es buena',
          '- Obtenga fondos demo, abra Spot y envíe una orden',
        ],
      },
    },
  },
  {
    id: 1002,
    updated: '2026-11-13T05:00:00Z',
    texts: {
      en: {
        title: 'Getting demo funds',
        abstract: 'They arrive in your spot wallet at once.',
        body: [
          'Press “Get demo funds” on the trading page. Your spot wallet receives 10,000 USDT, 1 BTC and 10 ETH.',
          'The house pays from its own account, which can only give what it has. You can do this five times an hour.',
        ],
      },
      ko: {
        title: '데모 자금 받기',
        abstract: '버튼을 누르면 현물 지갑에 바로 입금됩니다.',
        body: [
          '거래 화면에서 ‘데모 자금 받기’를 누르면 현물 지갑에 10,000 USDT, 1 BTC, 10 ETH가 들어옵니다.',
          '이 자금은 거래소의 자체 계정에서 지급되며, 거래소가 보유한 만큼만 지급할 수 있습니다. 한 시간에 5번까지 받을 수 있습니다.',
        ],
      },
      ja: {
        title: 'デモ資金を受け取る',
        abstract: 'ボタンを押すと現物ウォレットにすぐ入ります。',
        body: [
          '取引画面の「デモ資金を受け取る」を押すと、現物ウォレットに10,000 USDT、1 BTC、10 ETHが入ります。',
          '資金は運営の口座から支払われ、運営が持っている分しか渡せません。1時間に5回まで受け取れます。',
        ],
      },
      'zh-CN': {
        title: '领取体验金',
        abstract: '点击领取，资金立即进入现货钱包。',
        body: [
          '在交易页面点击“领取体验金”，现货钱包会立即收到 10,000 USDT、1 BTC 和 10 ETH。',
          '资金由平台自己的账户支付，平台只能给出它所拥有的。每小时最多可领取 5 次。',
        ],
      },
      'zh-TW': {
        title: '領取體驗金',
        abstract: '點擊領取，資金立即進入現貨錢包。',
        body: [
          '在交易頁面點擊「領取體驗金」，現貨錢包會立即收到 10,000 USDT、1 BTC 與 10 ETH。',
          '資金由平台自己的帳戶支付，平台只能給出它所擁有的。每小時最多可領取 5 次。',
        ],
      },
      es: {
        title: 'Obtener fondos demo',
        abstract: 'Se abonan al instante en su cuenta spot.',
        body: [
          'Pulse «Obtener fondos demo» en la página de trading. Su cuenta spot recibe 10.000 USDT, 1 BTC y 10 ETH.',
          'Salen de la cuenta de la propia plataforma, que solo puede dar lo que tiene. Puede hacerlo hasta 5 veces por hora.',
        ],
      },
    },
  },
  {
    id: 1003,
    updated: '2026-11-13T04:00:00Z',
    texts: {
      en: {
        title: 'Reading the order book and the chart',
        abstract: 'What the numbers on the trading page mean.',
        body: [
          '# Order book',
          'Asks are above, bids below; the bar behind a row shows how much waits there. Click a price to take it into the form.',
          '# Chart',
          'Bars are made of the trades of this market, in nine intervals and Shanghai time. You can switch to the index price. Bars from before this exchange opened come from the price feed.',
        ],
      },
      ko: {
        title: '호가창과 차트 읽기',
        abstract: '거래 화면에 보이는 숫자의 의미.',
        body: [
          '# 호가창',
          '위는 매도, 아래는 매수입니다. 행 뒤의 막대는 대기 중인 수량을 나타냅니다. 가격을 클릭하면 주문 양식에 입력됩니다.',
          '# 차트',
          '봉은 이 마켓의 체결로 만들어지며 9가지 간격과 상하이 시간을 사용합니다. 지수 가격으로 바꿔 볼 수도 있습니다. 거래소 개장 이전의 봉은 가격 피드에서 가져옵니다.',
        ],
      },
      ja: {
        title: '板とチャートの見方',
        abstract: '取引画面の数字の意味。',
        body: [
          '# 板',
          '上が売り、下が買いです。行の背後の帯は待っている数量を示します。価格をクリックすると注文フォームに入ります。',
          '# チャート',
          '足はこの市場の約定から作られ、9種類の時間軸、上海時間で表示されます。インデックス価格に切り替えることもできます。取引所の開設前の足は価格フィードから作られます。',
        ],
      },
      'zh-CN': {
        title: '看懂盘口和图表',
        abstract: '交易页面上各个数字的含义。',
        body: [
          '# 盘口',
          '上方为卖盘，下方为买盘；行背后的色条表示该价位的挂单量。点击价格即可填入下单表单。',
          '# 图表',
          'K 线由本市场的成交生成，共九种周期，采用上海时间。也可切换为指数价格。开业之前的 K 线来自价格源。',
        ],
      },
      'zh-TW': {
        title: '看懂掛單簿與圖表',
        abstract: '交易頁面上各個數字的意義。',
        body: [
          '# 掛單簿',
          '上方為賣盤，下方為買盤；列背後的色條表示該價位的掛單量。點擊價格即可填入下單表單。',
          '# 圖表',
          'K 線由本市場的成交產生，共九種週期，採用上海時間。也可切換為指數價格。開業之前的 K 線來自價格來源。',
        ],
      },
      es: {
        title: 'Leer el libro de órdenes y el gráfico',
        abstract: 'Qué significan los números de la página de trading.',
        body: [
          '# Libro de órdenes',
          'Arriba están las ventas y abajo las compras; la barra detrás de cada fila indica cuánto espera ahí. Haga clic en un precio para llevarlo al formulario.',
          '# Gráfico',
          'Las velas salen de las operaciones de este mercado, en nueve intervalos y hora de Shanghái. Puede cambiar al precio índice. Las velas anteriores a la apertura vienen de la fuente de precios.',
        ],
      },
    },
  },
];
