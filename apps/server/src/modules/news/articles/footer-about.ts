import type { ArticleSource } from './article-source.ts';

/** Category 19: the first list of links in the footer. */
export const FOOTER_ABOUT: readonly ArticleSource[] = [
  {
    id: 1901,
    updated: '2026-11-12T03:00:00Z',
    texts: {
      en: {
        title: 'Company profile',
        abstract: 'Who stands behind this site.',
        body: [
          'Meridian is software, not a company. Whoever runs a copy of it is the operator of that copy and responsible for it.',
          'This copy runs as a demo. It offers no financial service and has no customers in the legal sense. An operator who runs Meridian for real replaces this page with the company, its licences and its address.',
        ],
      },
      ko: {
        title: '회사 소개',
        abstract: '이 사이트의 운영 주체.',
        body: [
          'Meridian은 회사가 아니라 소프트웨어입니다. 이를 설치해 운영하는 사람이 해당 사이트의 운영자이며 책임자입니다.',
          '이 사이트는 데모로 운영됩니다. 금융 서비스를 제공하지 않으며 법적 의미의 고객도 없습니다. 실제로 운영할 때는 이 페이지를 회사 정보, 인허가, 주소로 바꿔야 합니다.',
        ],
      },
      ja: {
        title: '会社概要',
        abstract: 'このサイトの運営者について。',
        body: [
          'Meridianは会社ではなくソフトウェアです。設置して動かす人がその運営者であり、責任を負います。',
          'このサイトはデモとして稼働しています。金融サービスは提供しておらず、法律上の顧客もいません。実際に運営する場合は、このページを会社情報、許認可、所在地に差し替えてください。',
        ],
      },
      'zh-CN': {
        title: '公司简介',
        abstract: '本站的运营者。',
        body: [
          'Meridian 是软件，不是公司。谁部署并运行它，谁就是该站点的运营者，并对其负责。',
          '本站为演示环境，不提供任何金融服务，也没有法律意义上的客户。正式运营时，运营者应将本页替换为公司信息、牌照和地址。',
        ],
      },
      'zh-TW': {
        title: '公司簡介',
        abstract: '本站的營運者。',
        body: [
          'Meridian 是軟體，不是公司。誰部署並執行它，誰就是該站點的營運者，並對其負責。',
          '本站為示範環境，不提供任何金融服務，也沒有法律意義上的客戶。正式營運時，營運者應將本頁替換為公司資訊、牌照與地址。',
        ],
      },
      es: {
        title: 'Perfil de la empresa',
        abstract: 'Quién está detrás de este sitio.',
        body: [
          'Meridian es un programa, no una empresa. Quien pone en marcha una copia es su operador y responde por ella.',
          'Esta copia funciona como demostración. No ofrece ningún servicio financiero ni tiene clientes en sentido legal. Quien opere Meridian de verdad debe sustituir esta página por la empresa, sus licencias y su dirección.',
        ],
      },
    },
  },
  {
    id: 1902,
    updated: '2026-11-12T02:00:00Z',
    texts: {
      en: {
        title: 'Introduction to digital assets',
        abstract: 'What coins are, in a few sentences.',
        body: [
          'A digital asset is an entry in a ledger that many computers keep together. Whoever holds the key can move it; nobody can take a finished transfer back.',
          'Bitcoin (BTC) was the first. Ether (ETH) pays for programs that run on its network. Tether (USDT) is meant to follow the US dollar and depends on its issuer.',
          'Prices change quickly and can fall to nothing.',
        ],
      },
      ko: {
        title: '디지털 자산 소개',
        abstract: '코인이란 무엇인지 몇 문장으로.',
        body: [
          '디지털 자산은 수많은 컴퓨터가 함께 관리하는 장부의 기록입니다. 키를 가진 사람이 옮길 수 있으며, 완료된 이체는 누구도 되돌릴 수 없습니다.',
          '비트코인(BTC)이 최초이며, 이더(ETH)는 네트워크에서 실행되는 프로그램의 비용으로 쓰입니다. 테더(USDT)는 미국 달러를 따르도록 설계되었고 발행사에 의존합니다.',
          '가격은 빠르게 변하며 0이 될 수도 있습니다.',
        ],
      },
      ja: {
        title: 'デジタル資産の紹介',
        abstract: 'コインとは何かを簡単に。',
        body: [
          'デジタル資産とは、多数のコンピューターが共同で管理する台帳の記録です。鍵を持つ人が動かすことができ、完了した送付は誰にも取り消せません。',
          '最初のものがビットコイン（BTC）です。イーサ（ETH）はネットワーク上のプログラムの利用料として使われます。テザー（USDT）は米ドルに連動することを目指しており、発行者に依存します。',
          '価格は急に変わり、無価値になることもあります。',
        ],
      },
      'zh-CN': {
        title: '数字资产介绍',
        abstract: '几句话说明什么是数字货币。',
        body: [
          '数字资产是由众多计算机共同维护的账本上的记录。持有密钥的人可以转移它；已完成的转账无人能够撤回。',
          '比特币（BTC）是最早的一种。以太币（ETH）用于支付其网络上程序运行的费用。泰达币（USDT）旨在跟随美元，依赖于其发行方。',
          '价格变化迅速，可能归零。',
        ],
      },
      'zh-TW': {
        title: '數位資產介紹',
        abstract: '幾句話說明什麼是數位貨幣。',
        body: [
          '數位資產是由眾多電腦共同維護的帳本上的紀錄。持有金鑰的人可以轉移它；已完成的轉帳無人能夠撤回。',
          '比特幣（BTC）是最早的一種。以太幣（ETH）用於支付其網路上程式執行的費用。泰達幣（USDT）旨在跟隨美元，依賴其發行方。',
          '價格變化迅速，可能歸零。',
        ],
      },
      es: {
        title: 'Introducción a los activos digitales',
        abstract: 'Qué son las criptomonedas, en pocas frases.',
        body: [
          'Un activo digital es una anotación en un registro que muchos ordenadores llevan juntos. Quien tiene la clave puede moverlo; nadie puede deshacer una transferencia terminada.',
          'Bitcoin (BTC) fue el primero. El éter (ETH) paga los programas que se ejecutan en su red. Tether (USDT) pretende seguir al dólar y depende de su emisor.',
          'Los precios cambian deprisa y pueden caer a cero.',
        ],
      },
    },
  },
  {
    id: 1903,
    updated: '2026-11-12T01:00:00Z',
    texts: {
      en: {
        title: 'Risks',
        abstract: 'What trading can cost, even when it works.',
        body: [
          'Here you risk nothing but time. On a real exchange you can lose all that you put in.',
          '- A market order may trade at a worse price than the one on the screen',
          '- A limit order may never trade',
          '- Results with play money say nothing about results with real money',
        ],
      },
      ko: {
        title: '위험 고지',
        abstract: '거래가 정상이어도 치를 수 있는 비용.',
        body: [
          '여기서는 시간 외에 잃을 것이 없습니다. 실제 거래소에서는 투자금 전부를 잃을 수 있습니다.',
          '- 시장가 주문은 화면의 가격보다 불리하게 체결될 수 있습니다',
          '- 지정가 주문은 끝내 체결되지 않을 수 있습니다',
          '- 연습용 자금의 성과는 실제 성과를 보장하지 않습니다',
        ],
      },
      ja: {
        title: 'リスクについて',
        abstract: '正常に動いていても取引で失うもの。',
        body: [
          'ここで失うのは時間だけです。実際の取引所では、投じた資金のすべてを失うことがあります。',
          '- 成行注文は画面の価格より不利に約定することがあります',
          '- 指値注文は約定しないことがあります',
          '- 練習用資金での成績は、実際の取引の成績を示すものではありません',
        ],
      },
      'zh-CN': {
        title: '风险提示',
        abstract: '即使一切正常，交易也有代价。',
        body: [
          '在这里，您损失的只有时间。在真实的交易所，您可能损失全部投入。',
          '- 市价单的成交价可能劣于屏幕上的价格',
          '- 限价单可能永远不会成交',
          '- 模拟资金的结果不代表真实交易的结果',
        ],
      },
      'zh-TW': {
        title: '風險提示',
        abstract: '即使一切正常，交易也有代價。',
        body: [
          '在這裡，您損失的只有時間。在真實的交易所，您可能損失全部投入。',
          '- 市價單的成交價可能劣於畫面上的價格',
          '- 限價單可能永遠不會成交',
          '- 模擬資金的結果不代表真實交易的結果',
        ],
      },
      es: {
        title: 'Riesgos',
        abstract: 'Lo que puede costar operar, incluso cuando todo funciona.',
        body: [
          'Aquí solo arriesga su tiempo. En un exchange real puede perder todo lo que invierta.',
          '- Una orden de mercado puede ejecutarse a un precio peor que el de la pantalla',
          '- Una orden límite puede no ejecutarse nunca',
          '- Los resultados con dinero ficticio no dicen nada de los reales',
        ],
      },
    },
  },
];
